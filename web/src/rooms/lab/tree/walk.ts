// State of each node after a number of steps.

import type { Tree } from '../../../api';

export interface Known {
  entered: boolean;
  left: boolean;
  cut: boolean;
  alpha: string;
  beta: string;
  value: string | undefined;
}

export interface Moment {
  known: Known[];
  /** The node that the search stands on. */
  here: number;
}

/** Replays the steps from the beginning; trees on the page are small enough. */
export function momentAt(tree: Tree, at: number): Moment {
  const known = tree.nodes.map<Known>((node) => ({
    entered: false,
    left: false,
    cut: false,
    alpha: node.alpha,
    beta: node.beta,
    value: undefined,
  }));
  let here = -1;
  for (const step of tree.steps.slice(0, at)) {
    const node = known[step.node];
    if (!node) continue;
    here = step.node;
    if (step.kind === 'e') node.entered = true;
    else if (step.kind === 'n' && step.window) [node.alpha, node.beta] = step.window;
    else if (step.kind === 'c') node.cut = true;
    else if (step.kind === 'l') {
      node.left = true;
      node.value = step.value ?? undefined;
      here = tree.nodes[step.node]!.parent ?? step.node;
    }
  }
  return { known, here };
}

/** Whether after this step the question "is the rest cut?" can be asked, and its answer. */
export function puzzleAt(tree: Tree, at: number): { node: number; cut: boolean } | undefined {
  const step = tree.steps[at - 1];
  if (step?.kind !== 'l') return undefined;
  const parent = tree.nodes[step.node]?.parent;
  if (parent === null || parent === undefined) return undefined;
  const next = tree.steps
    .slice(at)
    .find(
      (one) =>
        (one.kind === 'c' && one.node === parent) ||
        (one.kind === 'e' && tree.nodes[one.node]?.parent === parent) ||
        (one.kind === 'l' && one.node === parent),
    );
  if (!next || next.kind === 'l') return undefined;
  return { node: parent, cut: next.kind === 'c' };
}
