// The reason of a cut, with moves in the notation of the tree's names.

import type { Tree } from '../../../api';
import type { Text } from '../../../lib/text';

/** Why the moves after a node's last reply were left out; none where nothing was cut. */
export function reasonOf(tree: Tree, at: number): Text | undefined {
  const node = tree.nodes[at];
  if (!node?.cut) return undefined;
  const replies = tree.nodes.filter((other) => other.parent === at);
  const named = node.cutBy === null ? replies : [tree.nodes[node.cutBy]!, ...replies];
  const translated = (words: string, language: 'en' | 'zh') =>
    named.reduce(
      (text, { text: move, name }) =>
        move ? text.replace(new RegExp(`(?<![\\w.])${move}(?![\\w.])`), name[language]) : text,
      words,
    );
  // Only moves of real games are written otherwise than they are named.
  if (named.every(({ text, name }) => text === name.en && text === name.zh)) return node.cut;
  return { en: translated(node.cut.en, 'en'), zh: translated(node.cut.zh, 'zh') };
}
