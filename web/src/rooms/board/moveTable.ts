// The record as a table of two columns: a row for each pair of moves of the main line, variations
// and comments in rows of their own below the move that they belong to.

import type { Node } from '../../api';

export interface Pair {
  type: 'pair';
  /** Moves before the row's first cell. */
  ply: number;
  /** The first side's move and the second's; a cell is empty where a row is interrupted. */
  cells: [Node | undefined, Node | undefined];
}

export interface Variation {
  type: 'variation';
  /** 1 for a variation of the main line, 2 for one of a variation, and so on. */
  depth: number;
  /** Moves before the first of the row. */
  ply: number;
  nodes: Node[];
}

export interface Remark {
  type: 'remark';
  node: Node;
}

export type TableRow = Pair | Variation | Remark;

export type Children = ReadonlyMap<number, Node[]>;

/** The moves after each node, the main continuation first. */
export function childrenOf(nodes: readonly Node[]): Children {
  const children = new Map<number, Node[]>();
  for (const node of nodes) {
    const siblings = children.get(node.parent);
    if (siblings) siblings.push(node);
    else children.set(node.parent, [node]);
  }
  return children;
}

/** The main line: first children from the start. */
export function mainLine(nodes: readonly Node[]): Node[] {
  const children = childrenOf(nodes);
  const line: Node[] = [];
  for (let node = children.get(0)?.[0]; node; node = children.get(node.id)?.[0]) line.push(node);
  return line;
}

/** Number of moves of the main line that lie before or at a node, inside a variation as well. */
export function mainPly(nodes: readonly Node[], current: number): number {
  const plies = new Map(mainLine(nodes).map((node, index) => [node.id, index + 1]));
  const parents = new Map(nodes.map((node) => [node.id, node.parent]));
  let id = current;
  // A record cannot be deeper than its nodes; the bound ends the walk on a broken one.
  for (let steps = 0; id > 0 && steps <= nodes.length; steps++) {
    const ply = plies.get(id);
    if (ply) return ply;
    id = parents.get(id) ?? 0;
  }
  return 0;
}

/** Rows of the table. `remarkOf` tells which moves have a comment. */
export function moveTable(nodes: readonly Node[], remarkOf: (node: Node) => string): TableRow[] {
  const children = childrenOf(nodes);
  const rows: TableRow[] = [];
  let open: Pair | undefined;
  mainLine(nodes).forEach((node, ply) => {
    const column = node.side === 1 ? 1 : 0;
    if (!open || column === 0 || open.cells[1]) {
      open = { type: 'pair', ply, cells: [undefined, undefined] };
      rows.push(open);
    }
    open.cells[column] = node;
    const others = children.get(node.parent)!.slice(1);
    if (remarkOf(node)) rows.push({ type: 'remark', node });
    for (const other of others) addVariation(other, 1, ply);
    if (others.length || remarkOf(node)) open = undefined;
  });
  return rows;

  function addVariation(first: Node, depth: number, from: number): void {
    let ply = from;
    let row: Variation = { type: 'variation', depth, ply, nodes: [] };
    rows.push(row);
    for (let node: Node | undefined = first; node; node = children.get(node.id)?.[0]) {
      row.nodes.push(node);
      const siblings = children.get(node.parent)!;
      const others = node === first ? [] : siblings.slice(1);
      ply += 1;
      if (!others.length) continue;
      for (const other of others) addVariation(other, depth + 1, ply - 1);
      rows.push((row = { type: 'variation', depth, ply, nodes: [] }));
    }
    if (!row.nodes.length) rows.splice(rows.indexOf(row), 1);
  }
}

/** `3.` before a first side's move, `3…` before a second side's; Gomoku counts stones. */
export function moveNumber(
  game: 'xiangqi' | 'gomoku',
  ply: number,
  node: Node,
  first: number,
): string {
  if (game === 'gomoku') return String(ply + 1);
  return `${Math.floor((ply + first) / 2) + 1}${node.side === 0 ? '.' : '…'}`;
}
