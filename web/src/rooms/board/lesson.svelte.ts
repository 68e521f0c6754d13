// "Try it yourself": the reader looks for a better move than the one that was played.

import type { Node, Tried } from '../../api';
import { problemText } from '../../lib/problem';
import type { Game } from './game.svelte';

export class Lesson {
  /** The move that is to be played better; none while there is no lesson. */
  private shownNode = $state.raw<Node>();
  private lastTry = $state.raw<Tried>();
  private isBusy = $state(false);
  private failure = $state('');

  constructor(private readonly game: Game) {}

  /** The move that is to be played better, while its position is shown. */
  get node(): Node | undefined {
    const node = this.shownNode;
    return node && this.game.state?.current === node.parent ? node : undefined;
  }
  get tried(): Tried | undefined {
    return this.lastTry;
  }
  get busy(): boolean {
    return this.isBusy;
  }
  get error(): string {
    return this.failure;
  }

  /** Goes to the position before a mistake and waits for a better move. */
  async begin(node: Node): Promise<void> {
    this.game.stopAnalysis();
    await this.game.go(node.parent);
    this.shownNode = node;
    this.lastTry = undefined;
    this.failure = '';
  }

  end(): void {
    this.shownNode = undefined;
    this.lastTry = undefined;
  }

  /** Asks whether a move is good instead of the one that was played. */
  async attempt(text: string): Promise<void> {
    const node = this.node;
    if (!node || this.isBusy) return;
    this.isBusy = true;
    this.failure = '';
    try {
      this.lastTry = await this.game.tryInstead(node.id, text);
    } catch (error) {
      this.failure = problemText(error);
    }
    this.isBusy = false;
  }
}
