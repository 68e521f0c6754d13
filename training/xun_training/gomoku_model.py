"""The Gomoku network.

    line forms in four directions -> table rows, summed per point -> clamp(0,1) = the point's vector
    the points' vectors of the own and the other view, summed over the board -> hidden -> value
    a point's vector in the own view -> policy of that point

The table is worked out from the lines' cells by a small network, plus a free correction per form, so that rare
lines learn from similar ones; the export keeps only the finished table. Where the colours play by different rules
(renju) each has a table and heads of its own. Turned and mirrored boards have the same lines and the same sums:
the network knows the symmetries of the board by construction.
"""

import torch
from torch import nn

from . import gomoku_features as features

POOL_SCALE = 255 / 16384  # the pooled sum of clamped values, as the integers see it
HIDDEN_LIMIT = 16.0


class GomokuNetwork(nn.Module):
    def __init__(self, channels: int, hidden: int, heads: int, table_width: int, half: bool):
        super().__init__()
        self.channels, self.hidden_units, self.heads = channels, hidden, heads
        self.half_rows = half  # gather the table's rows as bfloat16: half the memory traffic, which is what training waits for
        lines = torch.from_numpy(features.all_lines())
        one_hot = nn.functional.one_hot(lines, 4).float()
        both_ways = torch.stack([one_hot.flatten(1), one_hot.flip(1).flatten(1)])
        self.register_buffer("lines", both_ways, persistent=False)
        self.from_cells = nn.ModuleList(
            nn.Sequential(
                nn.Linear(36, table_width),
                nn.ReLU(),
                nn.Linear(table_width, table_width),
                nn.ReLU(),
                nn.Linear(table_width, channels),
            )
            for _ in range(heads)
        )
        self.correction = nn.Parameter(torch.zeros(heads * features.FORMS, channels))
        self.point_bias = nn.Parameter(torch.full((channels,), 0.1))
        self.hidden = nn.Linear(2 * channels, heads * hidden)
        self.value = nn.Parameter(torch.randn(heads, hidden) / hidden**0.5)
        self.value_bias = nn.Parameter(torch.zeros(heads))
        self.policy = nn.Parameter(torch.randn(heads, channels) / channels**0.5)
        self.policy_bias = nn.Parameter(torch.zeros(heads))
        self.register_buffer("side_number", torch.from_numpy(features.SIDE_NUMBER).int(), persistent=False)
        self.register_buffer("swapped", torch.tensor([0, 2, 1, 3], dtype=torch.int32), persistent=False)

    def table(self) -> torch.Tensor:
        """The rows of all forms; a quarter of the points' bias is in each of the four rows."""
        from_cells = torch.cat([part(self.lines).mean(0) for part in self.from_cells])
        return (from_cells + self.correction + self.point_bias / 4).clamp(-6, 6)

    def forms(self, cells: torch.Tensor) -> torch.Tensor:
        """Form numbers (batch, points, 4) of whole boards (batch, height, width) in one view."""
        height, width = cells.shape[1:]
        padded = nn.functional.pad(cells, (4, 4, 4, 4), value=3)

        def shifted(dx, dy):
            return padded[:, 4 + dy : 4 + dy + height, 4 + dx : 4 + dx + width]

        centre = cells * (features.SIDE_FORMS * (features.SIDE_FORMS + 1) // 2)
        found = []
        for dx, dy in features.DIRECTIONS:
            sides = []
            for sign in (1, -1):
                code = shifted(sign * dx, sign * dy).clone()
                for step in range(2, 5):
                    code |= shifted(sign * dx * step, sign * dy * step) << 2 * (step - 1)
                sides.append(self.side_number[code])
            low, high = torch.minimum(*sides), torch.maximum(*sides)
            found.append(centre + high * (high + 1) // 2 + low)
        return torch.stack(found, 3).flatten(1, 2)

    def forward(self, cells: torch.Tensor, white: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Value (batch) and policy (batch, points) for the side whose stones are 1; `white` is 1 where that is White."""
        table = self.table()
        rows_of = table.bfloat16() if self.half_rows else table
        # Which head speaks, as a matrix of zeros and ones: its product's gradient is a product too, where that of an
        # index would be added up row after row.
        speaks = nn.functional.one_hot(white.long(), 2).float() if self.heads == 2 else None
        pools, own = [], None
        for view, colour in ((cells, white), (self.swapped[cells], 1 - white)):
            rows = self.forms(view)
            if self.heads == 2:
                rows = rows + (colour.int() * features.FORMS)[:, None, None]
            vectors = nn.functional.embedding_bag(rows.reshape(-1, 4), rows_of, mode="sum")
            vectors = vectors.view(len(cells), -1, self.channels).clamp(0, 1)
            own = vectors if own is None else own
            pools.append(vectors.sum(1, dtype=torch.float32) * POOL_SCALE)
        hidden = self.hidden(torch.cat(pools, 1)).clamp(0, HIDDEN_LIMIT)
        if speaks is None:
            value = hidden @ self.value[0] + self.value_bias
            return value, (own @ self.policy[0].to(own.dtype)).float() + self.policy_bias
        hidden = (hidden.view(-1, 2, self.hidden_units) * speaks.unsqueeze(2)).sum(1)
        value = (hidden * (speaks @ self.value)).sum(1) + speaks @ self.value_bias
        policies = (own @ self.policy.t().to(own.dtype)).float()
        policy = (policies * speaks.unsqueeze(1)).sum(2)
        return value, policy + (speaks @ self.policy_bias).unsqueeze(1)

    @torch.no_grad()
    def clip(self) -> None:
        """Keeps the weights within the range of the integers they will become."""
        self.hidden.weight.clamp_(-1.95, 1.95)
        self.value.clamp_(-7.8, 7.8)
        self.policy.clamp_(-60, 60)
