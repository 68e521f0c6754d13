// The map on the server: kept under a number after every change, so that a reload shows it and each
// change can be undone.

import type { UndoOffers } from '../../api';
import { Refused } from '../../lib/errors';
import { askFor } from '../../lib/socket.svelte';
import { changeWords, type Change } from './changes';

export class KeptMap {
  id = $state<number>();
  /** The changes that can be undone and redone. */
  changes = $state.raw<UndoOffers>();
  /** The map that the server has, or the one to which the first change will be undone. */
  private text = '';

  /** A map that is not on the server until it changes. */
  begin(text: string): void {
    this.id = undefined;
    this.text = text;
    this.changes = undefined;
  }

  /** The kept map of this number; none where the server has no such map. */
  async open(id: number): Promise<string | undefined> {
    try {
      const { map, changes } = await askFor({ type: 'pathOpen', id }, 'pathKept');
      this.id = id;
      this.taken(map!.text, changes);
      return map!.text;
    } catch (error) {
      if (error instanceof Refused) return undefined;
      throw error;
    }
  }

  /** Keeps a changed map; answers whether it is another one than before. */
  async keep(text: string, change: Change): Promise<boolean> {
    if (text === this.text) return false;
    const words = changeWords[change];
    const put = (id: number | null, kept: string) =>
      askFor({ type: 'pathKeep', id, map: { text: kept }, words }, 'pathKept');
    this.id ??= (await put(null, this.text)).id;
    this.taken(text, (await put(this.id, text)).changes);
    return true;
  }

  /** The server has undone or redone a change. */
  taken(text: string, changes: UndoOffers): void {
    this.text = text;
    this.changes = changes;
  }
}
