import { describe, expect, it } from 'vitest';
import type { Tree, TreeNode } from '../../../api';
import { reasonOf } from './reason';

const node = (text: string, name: string, parent: number | null, more: Partial<TreeNode> = {}) =>
  ({ text, name: { en: name, zh: name }, parent, cut: null, cutBy: null, ...more }) as TreeNode;
const tree = (nodes: TreeNode[]) => ({ nodes }) as Tree;

describe('the reason of a cut', () => {
  it('names moves as the drawing does', () => {
    const cut = {
      en: 'α = 9 set by a0a1; the reply h7h0 already gives 9: 27 moves left out',
      zh: 'α = 9 由 a0a1 确定；应着 h7h0 已给出 9：省去 27 步',
    };
    const real = tree([
      node('', '', null),
      node('a0a1', 'R9+1', 0),
      node('a0a2', 'R9+2', 0, { cut, cutBy: 1 }),
      node('h7h0', 'C8+7', 2),
    ]);
    expect(reasonOf(real, 2)?.en).toBe(
      'α = 9 set by R9+1; the reply C8+7 already gives 9: 27 moves left out',
    );
    expect(reasonOf(real, 2)?.zh).toContain('由 R9+1 确定；应着 C8+7');
    expect(reasonOf(real, 1)).toBeUndefined();
  });

  it('leaves the names of a textbook tree and the numbers alone', () => {
    const cut = { en: 'α = 3 set by 1; the reply 2.1 already gives 2: 2 moves left out', zh: '' };
    const small = tree([
      node('', '', null),
      node('1', '1', 0),
      node('2', '2', 0, { cut, cutBy: 1 }),
      node('2.1', '2.1', 2),
    ]);
    expect(reasonOf(small, 2)).toBe(cut);
  });
});
