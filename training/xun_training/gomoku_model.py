"""The Gomoku network.

    codes of both colours at an empty point -> two table rows, summed -> clamp(0,1) = the point's vector
    the points' vectors of the own and the other view, summed over each of the board's 3 x 3 regions -> a few units for each region,
        by the same weights for all corners and for all edges -> summed over the regions of a kind
    the points' vectors summed over the board, those units, and the threats on the board -> hidden -> second -> value
    a point's vector in the own view, and how it lies to the last two moves -> policy of that point

A row of the table is worked out from the code's four line classes by a small network, plus a free correction per code,
so that rare codes learn from similar ones; the export keeps only the finished table. Where the colours play by
different rules (renju) each has tables and heads of its own. Turned and mirrored boards have the same codes and the
same sums: the network knows the symmetries of the board by construction.
"""

import torch
from torch import nn

from . import gomoku_features as features

POOL_SCALE = 255 / 16384  # the pooled sum of clamped values, as the integers see it
HIDDEN_LIMIT = 16.0
REGION_SCALE = 4 * POOL_SCALE  # a region's sum is smaller
REGION_LIMIT = 4095 / 1024  # of a region's units
ROWS = features.CODES + 1  # the last is for taken points


class GatherSum(torch.autograd.Function):
    """Sums of a table's rows. A few rows are in nearly every sum: the gradient is added up in several copies of the table,
    so that they need not wait for each other, and without the sorting that embedding_bag does."""

    @staticmethod
    def forward(context, table: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
        context.save_for_backward(rows)
        context.length = len(table)
        return nn.functional.embedding_bag(rows, table, mode="sum")

    @staticmethod
    def backward(context, slopes: torch.Tensor):
        (rows,) = context.saved_tensors
        slopes = slopes.contiguous()
        copies = max(64, 100_000 // context.length) if slopes.is_cuda else 1
        total = slopes.new_zeros(copies * context.length, slopes.shape[1])
        copy = torch.arange(len(rows), device=rows.device, dtype=rows.dtype) % copies * context.length
        for column in range(rows.shape[1]):
            total.index_add_(0, rows[:, column] + copy, slopes)
        return total.view(copies, context.length, -1).sum(0), None


class GomokuNetwork(nn.Module):
    def __init__(self, channels: int, hidden: int, second: int, heads: int, table_width: int, regions: int, board: tuple[int, int]):
        """`regions` units for each region, none for a network without them; `board` is its height and width."""
        super().__init__()
        self.channels, self.heads, self.regions = channels, heads, regions
        where = torch.from_numpy(features.region_of(*board)).long()
        self.register_buffer("in_region", nn.functional.one_hot(where, features.REGIONS).float().t().contiguous(), persistent=False)
        self.register_buffer("classes", torch.from_numpy(features.class_counts()), persistent=False)
        # For each head the row in the own and in the other role.
        self.from_classes = nn.ModuleList(
            nn.Sequential(
                nn.Linear(features.CLASSES, table_width),
                nn.ReLU(),
                nn.Linear(table_width, table_width),
                nn.ReLU(),
                nn.Linear(table_width, 2 * channels),
            )
            for _ in range(heads)
        )
        self.correction = nn.Parameter(torch.zeros(heads, features.CODES, 2 * channels))
        self.point_bias = nn.Parameter(torch.full((channels,), 0.1))
        kinds = len(features.REGION_KINDS)
        self.region = nn.ModuleList(
            nn.ModuleList(nn.Linear(2 * channels, regions) for _ in range(kinds if regions else 0)) for _ in range(heads)
        )
        self.hidden = nn.ModuleList(nn.Linear(2 * channels + kinds * regions, hidden) for _ in range(heads))
        self.threats = nn.Parameter(torch.zeros(heads, features.THREATS, hidden))
        self.second = nn.ModuleList(nn.Linear(hidden, second) for _ in range(heads))
        self.value = nn.ModuleList(nn.Linear(second, 1) for _ in range(heads))
        self.policy = nn.Parameter(torch.randn(heads, channels) / channels**0.5)
        self.policy_bias = nn.Parameter(torch.zeros(heads))
        self.near = nn.Parameter(torch.zeros(heads, 2 * features.NEAR))

    def tables(self) -> torch.Tensor:
        """(heads, 2 roles, CODES, channels); half of the points' bias is in each of the two roles."""
        from_classes = torch.stack([part(self.classes) for part in self.from_classes])
        both = (from_classes + self.correction).unflatten(2, (2, self.channels)).transpose(1, 2)
        return (both + self.point_bias / 2).clamp(-6, 6)

    def forward(
        self, codes: torch.Tensor, threats: torch.Tensor, near: torch.Tensor, white: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Value (batch) and policy (batch, points) for the side to move, whose codes (batch, points, 2) come first;
        `near` (batch, points, 2) is how the points lie to the last two moves, `white` is 1 where White is to move."""
        tables = self.tables()
        taken = torch.full_like(tables[:, :, :1], -8.0)  # so far below zero that the point counts for nothing
        table = torch.cat([tables, taken], 2).flatten(0, 2)
        codes, white = codes.int(), white.int()
        roles = torch.tensor([0, ROWS], device=codes.device, dtype=torch.int32)
        views = []
        for view, colour in ((codes, white), (codes.flip(2), 1 - white)):
            rows = view + roles
            views.append(rows + colour[:, None, None] * (2 * ROWS) if self.heads == 2 else rows)
        vectors = GatherSum.apply(table, torch.stack(views, 1).reshape(-1, 2))
        vectors = vectors.view(len(codes), 2, -1, self.channels).clamp(0, 1)
        sums = self.in_region @ vectors  # (batch, views, regions, channels)
        values = torch.stack([self.value_of(head, sums, threats) for head in range(self.heads)])
        ways = near.int() + torch.tensor([0, features.NEAR], device=near.device, dtype=torch.int32)
        if self.heads == 2:
            ways = ways + white[:, None, None] * (2 * features.NEAR)
        nearness = GatherSum.apply(self.near.view(-1, 1), ways.reshape(-1, 2)).view(len(codes), -1)
        policies = torch.stack([vectors[:, 0] @ self.policy[head] + self.policy_bias[head] for head in range(self.heads)])
        if self.heads == 1:
            return values[0], policies[0] + nearness
        black = white == 0
        return torch.where(black, values[0], values[1]), torch.where(black[:, None], policies[0], policies[1]) + nearness

    def value_of(self, head: int, sums: torch.Tensor, threats: torch.Tensor) -> torch.Tensor:
        inputs = [sums.sum(2).flatten(1) * POOL_SCALE]
        regions = sums.transpose(1, 2).flatten(2) * REGION_SCALE
        for layer, kind in zip(self.region[head], features.REGION_KINDS):
            inputs.append(layer(regions[:, kind]).clamp(0, REGION_LIMIT).sum(1))
        hidden = self.hidden[head](torch.cat(inputs, 1)) + nn.functional.embedding(threats.int(), self.threats[head])
        second = self.second[head](hidden.clamp(0, HIDDEN_LIMIT)).clamp(0, HIDDEN_LIMIT)
        return self.value[head](second).squeeze(1)

    @torch.no_grad()
    def clip(self) -> None:
        """Keeps the weights within the range of the integers they will become."""
        for hidden, second, value in zip(self.hidden, self.second, self.value):
            hidden.weight.clamp_(-1.95, 1.95)
            second.weight.clamp_(-7.8, 7.8)
            value.weight.clamp_(-7.8, 7.8)
        for layer in self.region.modules():
            if isinstance(layer, nn.Linear):
                layer.weight.clamp_(-1.95, 1.95)
        self.threats.clamp_(-15, 15)
        self.policy.clamp_(-60, 60)
        self.near.clamp_(-60, 60)
