// Controller of a board room: which game is open, which dialog, what is previewed.

import type { BoardMenu, GameKind, Node, Setup, View } from '../../api';
import type { Route } from '../../lib/address';
import { contentsOf } from '../../lib/files';
import { go } from '../../lib/router.svelte';
import { say } from '../../lib/settings.svelte';
import { askFor } from '../../lib/socket.svelte';
import { tellInToast } from '../../lib/undo.svelte';
import { destinationOf, gameAddress } from './destination';
import { Game } from './game.svelte';
import { Lesson } from './lesson.svelte';
import { board, setupForTwo, usualSetup } from './setup';

/** The largest file that is read as a game, in bytes. */
const LARGEST_FILE = 500_000;

export type DialogName = 'new' | 'games' | 'files' | 'editor' | 'settings' | 'exercises';

export class BoardRoomController {
  readonly game: Game;
  readonly lesson: Lesson;
  menu = $state.raw<BoardMenu>();
  /** Why the address leads to no game. */
  wrong = $state('');
  /** A preview, and the position of the game that it was asked for in. */
  private previewed = $state.raw<{
    view: View;
    moves: string[];
    from: number;
    game: number;
    node: number;
  }>();
  private shownDialog = $state<DialogName>();
  private latestPeek = 0;

  constructor(readonly kind: GameKind) {
    this.game = new Game(kind);
    this.lesson = new Lesson(this.game);
  }

  private get previewHere() {
    const { state } = this.game;
    const found = this.previewed;
    return found && found.game === state?.id && found.node === state.current ? found : undefined;
  }
  /** A position that a line leads to, shown instead of the game's until the game moves on. */
  get peek(): View | undefined {
    return this.previewHere?.view;
  }
  /** The moves of the preview, and the node that they follow. */
  get peeked(): { moves: string[]; from: number } | undefined {
    return this.previewHere;
  }

  /** Whether the second side sits below; kept with the game. */
  get flipped(): boolean {
    return this.game.state?.flipped ?? false;
  }
  flip(): void {
    if (this.game.state) void this.game.turn(!this.flipped);
  }

  get dialog(): DialogName | undefined {
    return this.shownDialog;
  }

  async loadMenu(): Promise<void> {
    this.menu = await askFor(board({ what: 'menu', game: this.kind }), 'boardMenu');
  }

  openDialog(name: DialogName): void {
    this.shownDialog = name;
    this.game.hold(true);
  }

  closeDialog(): void {
    this.shownDialog = undefined;
    this.given = '';
    this.game.hold(false);
  }

  /** Opens the game that the address names. */
  async visit(route: Route): Promise<void> {
    const destination = destinationOf(this.kind, route);
    this.wrong = '';
    switch (destination?.type) {
      case 'game':
        if (this.game.state?.id === destination.id) return;
        if (!(await this.game.open(destination.id))) this.sayWrong(this.game.error);
        else if (destination.node !== undefined) await this.game.go(destination.node);
        break;
      case 'share':
        if (await this.game.importText(destination.setup, destination.text)) this.showAddress();
        else this.sayWrong(this.game.error);
        break;
      case 'wrong':
        this.sayWrong(say('There is nothing at this address.', '此地址没有内容。'));
        break;
      case 'latest': {
        const list = board({ what: 'list', game: this.kind, words: '' });
        const [latest] = (await askFor(list, 'boardList')).games;
        const opened = latest ? this.game.open(latest.id) : this.game.start(usualSetup(this.kind));
        if (await opened) this.showAddress();
        break;
      }
    }
  }

  /** Begins a game; the first person at the board sits below. */
  async begin(setup: Setup): Promise<boolean> {
    this.game.leave();
    if (!(await this.game.start(setup)) || !this.game.state) return false;
    this.game.unpause();
    go(gameAddress(this.kind, this.game.state.id));
    this.closeDialog();
    return true;
  }

  /** Opens a saved game; its engines wait until the reader lets them move. */
  async openSaved(id: number): Promise<void> {
    this.game.leave();
    await this.game.open(id);
    this.game.pause();
    this.closeDialog();
    go(gameAddress(this.kind, id));
  }

  /** A text that the dialog of files is to read at once. */
  given = $state('');

  /** Reads a text that was pasted or dropped; a fault of it is shown in the dialog. */
  readText(text: string): void {
    if (!text.trim() || this.dialog) return;
    this.given = text;
    this.openDialog('files');
  }

  /** Imports many files and shows the list of games. */
  async readFiles(files: File[]): Promise<void> {
    if (!files.length || this.dialog) return;
    const [first] = files;
    if (files.length === 1 && first && first.size <= LARGEST_FILE)
      return this.readText(await contentsOf(first, this.kind));
    const { rules, size } = this.game.state?.setup ?? {};
    const setup = setupForTwo(this.kind, rules, size);
    const faulty: string[] = [];
    for (const file of files) {
      const named = { ...setup, name: file.name.replace(/\.\w+$/, '') };
      const question = { what: 'import', setup: named, partial: false } as const;
      if (file.size > LARGEST_FILE) faulty.push(file.name);
      else
        await contentsOf(file, this.kind)
          .then((text) => askFor(board({ ...question, text }), 'boardState'))
          .catch(() => faulty.push(file.name));
    }
    const read = files.length - faulty.length;
    const names = faulty.slice(0, 3).join(', ') + (faulty.length > 3 ? ' …' : '');
    tellInToast({
      en: `Imported ${read} games${faulty.length ? `; not readable: ${names}` : ''}`,
      zh: `已导入 ${read} 局${faulty.length ? `；无法读取：${names}` : ''}`,
    });
    if (read) this.openDialog('games');
  }

  /** After an import the engines wait too. */
  finishImport(): void {
    this.game.pause();
    this.closeDialog();
    this.showAddress();
  }

  /** Shows where moves from a node, the current one if none is given, would lead; without moves the
   *  game is shown again. */
  async preview(moves: string[] | undefined, from?: number): Promise<void> {
    const number = ++this.latestPeek;
    const { state } = this.game;
    if (!moves || !state) {
      this.previewed = undefined;
      return;
    }
    const node = from ?? state.current;
    const question = board({ what: 'peek', id: state.id, node, moves });
    const answer = await askFor(question, 'boardView').catch(() => undefined);
    if (number !== this.latestPeek) return;
    this.previewed = answer && {
      view: answer,
      moves,
      from: node,
      game: state.id,
      node: state.current,
    };
  }

  /** A move on the board: an answer in a lesson, and otherwise a move of the game. */
  move(text: string): void {
    if (this.lesson.node) void this.lesson.attempt(text);
    else void this.game.play(text);
  }

  async playLine(moves: string[]): Promise<void> {
    this.previewed = undefined;
    for (const text of moves) await this.game.play(text);
  }

  playBest(): void {
    const best = this.game.lines?.lines[0]?.moves[0] ?? this.game.hint?.moves[0];
    if (best) void this.game.play(best);
  }

  /** Goes to a move of the line; 0 is the start. */
  seek(ply: number): void {
    void this.game.go(ply === 0 ? 0 : (this.game.line[ply - 1]?.id ?? 0));
  }

  /** Goes to a move of the main line; 0 is the start. */
  seekMain(line: readonly Node[], ply: number): void {
    void this.game.go(line[ply - 1]?.id ?? 0);
  }

  /** An address that leads to no game says so; no other game is shown under it. */
  private sayWrong(message: string): void {
    this.game.close();
    this.wrong = message;
  }

  private showAddress(): void {
    if (this.game.state) go(gameAddress(this.kind, this.game.state.id), true);
  }
}
