r"""The Xiangqi network: sparse inputs of both sides -> two accumulators -> squared clipped activation -> one head.

    own inputs   -> accumulator (width) -> clamp(0,1)^2 -\    /-> straight to the score -------------------------\
                                                          >--<                                                     + -> score
    other inputs -> accumulator (width) -> clamp(0,1)^2 -/    \-> 16 units, and their squares -> 32 units -> score -/

What follows the accumulators is there once for each band of pieces left on the board (a head). Both accumulators share their weights. A bucket's weights are the sum of its own and of weights that all buckets
share, so that a king's rare places learn from the common ones; the export adds them up.
"""

import torch
from torch import nn

from . import xiangqi_features as features
from .reference import FIRST, SECOND

# Output weights, straight or to the first units, stay within what the integer kernels can multiply without overflow: 127 / 64.
OUTPUT_LIMIT = 127 / 64


class XiangqiNetwork(nn.Module):
    def __init__(self, width: int, by_king: bool = True):
        """Without `by_king` all of the king's places share their weights, which little data can teach better."""
        super().__init__()
        self.width = width
        rows = features.BUCKETS * features.INPUTS
        # The last row is the input of an absent piece and stays zero.
        self.by_bucket = nn.Parameter(torch.zeros(rows, width), requires_grad=by_king)
        self.shared = nn.Parameter(torch.empty(features.INPUTS, width).uniform_(-0.08, 0.08))
        self.bias = nn.Parameter(torch.full((width,), 0.1))
        self.output = nn.Parameter(torch.empty(features.HEADS, 2 * width).uniform_(-0.06, 0.06))
        self.output_bias = nn.Parameter(torch.zeros(features.HEADS))
        self.first = nn.Parameter(torch.empty(features.HEADS, FIRST, 2 * width).uniform_(-0.1, 0.1))
        self.first_bias = nn.Parameter(torch.full((features.HEADS, FIRST), 0.2))
        self.second = nn.Parameter(torch.empty(features.HEADS, SECOND, 2 * FIRST).uniform_(-0.25, 0.25))
        self.second_bias = nn.Parameter(torch.full((features.HEADS, SECOND), 0.2))
        # Small, so that a network that goes on from one without these layers begins with its scores.
        self.third = nn.Parameter(torch.empty(features.HEADS, SECOND).uniform_(-0.02, 0.02))
        self.register_buffer("table", torch.from_numpy(features.TABLE), persistent=False)
        self.register_buffer("bucket", torch.from_numpy(features.KING_BUCKET), persistent=False)
        self.register_buffer("mirror", torch.from_numpy(features.KING_MIRROR), persistent=False)
        self.register_buffer("slot_kind", torch.from_numpy(features.SLOT_KIND), persistent=False)
        self.register_buffer("slot_black", torch.from_numpy(features.SLOT_BLACK), persistent=False)

    def inputs(self, squares: torch.Tensor, black: torch.Tensor) -> torch.Tensor:
        """Input rows (batch, 32) as Red (black = 0) or Black (1) sees each position."""
        rows = features.BUCKETS * features.INPUTS
        absent = squares == features.ABSENT
        square = torch.where(absent, 0, squares).long()
        black = black.long().unsqueeze(1)
        square = torch.where(black == 1, (9 - square // 9) * 9 + square % 9, square)
        king = torch.where(black.squeeze(1) == 1, square[:, 16], square[:, 0])
        mirror = self.mirror[king].unsqueeze(1)
        square = torch.where(mirror, square // 9 * 9 + 8 - square % 9, square)
        other = self.slot_black.unsqueeze(0) ^ black
        row = self.table[other, self.slot_kind.unsqueeze(0), square] + self.bucket[king].unsqueeze(1) * features.INPUTS
        return torch.where(absent, rows, row)

    def weights(self) -> torch.Tensor:
        """The summed weights (buckets * inputs, width)."""
        return self.by_bucket + self.shared.repeat(features.BUCKETS, 1)

    def forward(self, squares: torch.Tensor, side: torch.Tensor) -> torch.Tensor:
        """Scores in units of the sigmoid, from the side to move (0 red, 1 black)."""
        weights = torch.cat([self.weights(), self.by_bucket.new_zeros(1, self.width)])
        # Both views in one go: the own ones first, then the other side's.
        rows = self.inputs(torch.cat([squares, squares]), torch.cat([side, 1 - side]))
        total = nn.functional.embedding_bag(rows, weights, mode="sum") + self.bias
        own, other = total.clamp(0, 1).square().chunk(2)
        pieces = (squares != features.ABSENT).sum(1)
        head = ((pieces - 1) // 4).clamp(max=features.HEADS - 1)
        hidden = torch.cat([own, other], 1)
        straight = hidden @ self.output.t() + self.output_bias
        return (straight + self.deep(hidden)).gather(1, head.unsqueeze(1)).squeeze(1)

    def deep(self, hidden: torch.Tensor) -> torch.Tensor:
        """What the layers of units add to the score, for every head."""
        units = (hidden @ self.first.flatten(0, 1).t() + self.first_bias.flatten()).clamp(0, 1).view(-1, features.HEADS, FIRST)
        # The integers divide squares by 128 where 127 stands for one.
        units = torch.cat([units, units.square() * (127 / 128)], 2)
        units = (torch.einsum("bhi,hoi->bho", units, self.second) + self.second_bias).clamp(0, 1)
        return (units * self.third).sum(2)

    @torch.no_grad()
    def start_from(self, known: dict) -> None:
        """Takes over a finished network's numbers; what all buckets have in common goes to the shared weights."""
        known = {part: torch.as_tensor(numbers, dtype=torch.float32) for part, numbers in known.items()}
        by_bucket = known.pop("weights").view(features.BUCKETS, features.INPUTS, -1)
        shared = by_bucket.mean(0)
        self.shared.copy_(shared)
        self.by_bucket.copy_((by_bucket - shared).flatten(0, 1))
        for part, numbers in known.items():
            getattr(self, part).copy_(numbers)

    @torch.no_grad()
    def clip(self) -> None:
        """Keeps the weights within the range of the integers they will become."""
        self.output.clamp_(-OUTPUT_LIMIT, OUTPUT_LIMIT)
        self.first.clamp_(-OUTPUT_LIMIT, OUTPUT_LIMIT)
        self.by_bucket.clamp_(-16, 16)
        self.shared.clamp_(-16, 16)
