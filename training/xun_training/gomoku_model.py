"""The Gomoku network.

    line forms in four directions -> table rows, summed per point -> clamp(0,1) = the point's vector
    the points' vectors of the own and the other view, summed over the board -> 32 -> value
    a point's vector in the own view -> policy of that point

The table is worked out from the lines' cells by a small network, plus a free correction per form, so that rare
lines learn from similar ones; the export keeps only the finished table.
"""

import torch
from torch import nn

from . import gomoku_features as features

POOL_SCALE = 255 / 16384  # the pooled sum of clamped values, as the integers see it
HIDDEN_LIMIT = 16.0


class GomokuNetwork(nn.Module):
    def __init__(self, channels: int, hidden: int):
        super().__init__()
        self.channels = channels
        lines = torch.from_numpy(features.all_lines())
        one_hot = nn.functional.one_hot(lines, 4).float()
        both_ways = torch.stack([one_hot.flatten(1), one_hot.flip(1).flatten(1)])
        self.register_buffer("lines", both_ways, persistent=False)
        self.from_cells = nn.Sequential(nn.Linear(36, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, channels))
        self.correction = nn.Parameter(torch.zeros(features.FORMS, channels))
        self.point_bias = nn.Parameter(torch.full((channels,), 0.1))
        self.hidden = nn.Linear(2 * channels, hidden)
        self.value = nn.Linear(hidden, 1)
        self.policy = nn.Linear(channels, 1)
        self.register_buffer("side_number", torch.from_numpy(features.SIDE_NUMBER), persistent=False)

    def table(self) -> torch.Tensor:
        """The rows of all forms; a quarter of the points' bias is in each of the four rows."""
        from_cells = self.from_cells(self.lines).mean(0)
        return (from_cells + self.correction + self.point_bias / 4).clamp(-6, 6)

    def forms(self, cells: torch.Tensor) -> torch.Tensor:
        """Form numbers (batch, 4, points) of boards (batch, SIDE, SIDE) in one view; outside points give row 0."""
        side = features.SIDE
        padded = nn.functional.pad(cells, (4, 4, 4, 4), value=3)

        def shifted(dx, dy):
            return padded[:, 4 + dy : 4 + dy + side, 4 + dx : 4 + dx + side]

        centre = cells.clamp(max=2)
        found = []
        for dx, dy in features.DIRECTIONS:
            sides = []
            for sign in (1, -1):
                code = sum(shifted(sign * dx * step, sign * dy * step) << 2 * (step - 1) for step in range(1, 5))
                sides.append(self.side_number[code])
            low, high = torch.minimum(*sides), torch.maximum(*sides)
            found.append(centre * (features.SIDE_FORMS * (features.SIDE_FORMS + 1) // 2) + high * (high + 1) // 2 + low)
        return torch.stack(found, 1).flatten(2)

    def forward(self, cells: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Value (batch) and policy (batch, points) for the side whose stones are 1."""
        table = self.table()
        inside = (cells != 3).flatten(1)
        swapped = torch.tensor([0, 2, 1, 3], device=cells.device)[cells]
        pools, own = [], None
        for view in (cells, swapped):
            rows = self.forms(view)
            vectors = nn.functional.embedding_bag(
                rows.transpose(1, 2).reshape(-1, 4), table, mode="sum"
            ).view(len(cells), -1, self.channels).clamp(0, 1)
            vectors = vectors * inside.unsqueeze(2)
            own = vectors if own is None else own
            pools.append(vectors.sum(1) * POOL_SCALE)
        hidden = self.hidden(torch.cat(pools, 1)).clamp(0, HIDDEN_LIMIT)
        return self.value(hidden).squeeze(1), self.policy(own).squeeze(2)

    @torch.no_grad()
    def clip(self) -> None:
        """Keeps the weights within the range of the integers they will become."""
        self.hidden.weight.clamp_(-1.95, 1.95)
        self.value.weight.clamp_(-7.8, 7.8)
        self.policy.weight.clamp_(-60, 60)
