// Generated from crates/xun-web/src/message: do not edit.
// UPDATE_API=1 cargo test -p xun-web api_types

export type Ask = { 
/**
 * The version of the messages, 1.
 */
v: number, 
/**
 * The question's number, new for each question of a socket.
 */
id: number, 
/**
 * The question.
 */
ask: Question, };

export type Tell = { 
/**
 * The version of the messages, 1.
 */
v: number, 
/**
 * The number of the question.
 */
id: number, 
/**
 * Whether no more answers to this question will come.
 */
last: boolean, 
/**
 * The answer.
 */
tell: Answer, };

export type Question = { "type": "hello" } | { "type": "stop", 
/**
 * Its number.
 */
target: number, } | { "type": "pathMenu" } | { "type": "pathGenerate" } & Generate | { "type": "pathRead" } & Read | { "type": "pathScenarios" } & ReadScenarios | { "type": "pathWrite" } & Write | { "type": "pathRun" } & Run | { "type": "pathAsk" } & MapQuestion | { "type": "pathKeep" } & Keep | { "type": "pathOpen", 
/**
 * Its number.
 */
id: number, } | { "type": "board" } & BoardQuestion | { "type": "tree" } & TreeQuestion | { "type": "match" } & MatchQuestion | { "type": "lab" } & LabQuestion | { "type": "undo" } & UndoQuestion | { "type": "puzzle" } & PuzzleQuestion;

export type Answer = { "type": "welcome" } & Welcome | { "type": "done" } | { "type": "refusal" } & Refusal | { "type": "pathMenu" } & Menu | { "type": "pathMap" } & GridMap | { "type": "pathKept" } & Kept | { "type": "pathScenarios", 
/**
 * The first five thousand.
 */
scenarios: Array<Scenario>, 
/**
 * Their total number.
 */
total: number, } | { "type": "text", 
/**
 * A file name.
 */
name: string, 
/**
 * The text.
 */
text: string, } | { "type": "pathEvents" } & Events | { "type": "pathResult" } & RunResult | { "type": "boardMenu" } & BoardMenu | { "type": "boardState" } & State | { "type": "boardList", 
/**
 * The latest first.
 */
games: Array<Listed>, } | { "type": "boardChecked" } & Checked | { "type": "boardView" } & View | { "type": "boardLines" } & Lines | { "type": "boardNote", 
/**
 * The node.
 */
node: number, 
/**
 * The comment.
 */
note: Note, } | { "type": "boardTried" } & Tried | { "type": "boardExercises" } & Exercises | { "type": "puzzleNext" } & NextPuzzle | { "type": "puzzleTried" } & TriedPuzzle | { "type": "puzzleHint", 
/**
 * The move.
 */
text: string, } | { "type": "boardProof" } & BoardProof | { "type": "boardExplorer" } & Explorer | { "type": "tree" } & Tree | { "type": "matchList", 
/**
 * The latest first.
 */
matches: Array<MatchListed>, 
/**
 * The numbers of removed matches that can be restored, the largest first.
 */
removed: Array<number>, 
/**
 * Games that one match may play at one time.
 */
mostAtOnce: number, } | { "type": "matchState" } & MatchState | { "type": "matchBoards", 
/**
 * The boards.
 */
boards: Array<LiveBoard>, } | { "type": "labCatalogue", 
/**
 * In the order of the report.
 */
experiments: Array<LabExperiment>, } | { "type": "labState" } & LabState | { "type": "undoOffers" } & UndoOffers | { "type": "removed", 
/**
 * The change; none where there was no such object.
 */
undo: UndoEntry | null, };

export type Welcome = { 
/**
 * The program's version.
 */
version: string, 
/**
 * Names of the external engines that may play.
 */
engines: Array<string>, };

export type Texts = { 
/**
 * English.
 */
en: string, 
/**
 * Chinese.
 */
zh: string, };

export type RefusalCode = "malformed" | "version" | "input" | "missing" | "busy" | "engine" | "store";

export type Refusal = { 
/**
 * For programs.
 */
code: RefusalCode, 
/**
 * In a sentence.
 */
words: Texts, 
/**
 * Every fault of what was given.
 */
faults: Array<Fault>, };

export type Fault = { 
/**
 * Line of a text, from 1.
 */
line: number | null, 
/**
 * Column of a text, from 1.
 */
column: number | null, 
/**
 * The fault, and what is expected.
 */
words: Texts, 
/**
 * Points of the board that it concerns, as a view counts them.
 */
points: Array<number>, 
/**
 * Moves of a game that were read before the fault; they can be imported alone.
 */
moves_before: number | null, };

export type GridMap = { 
/**
 * The map in the ASCII format of `docs/paths.md`, which expresses every problem.
 */
text: string, };

export type Keep = { 
/**
 * The map's number; none for a new map.
 */
id: number | null, 
/**
 * The map.
 */
map: GridMap, 
/**
 * The change that led to it, for a map that has a number: "Cleared the map".
 */
words: Texts, };

export type Kept = { 
/**
 * Its number.
 */
id: number, 
/**
 * The map, where it was asked for.
 */
map: GridMap | null, 
/**
 * The changes that can be undone and redone.
 */
changes: UndoOffers, };

export type Generate = { 
/**
 * The generator's name from the menu.
 */
family: string, 
/**
 * Rows wanted.
 */
rows: number, 
/**
 * Columns wanted.
 */
columns: number, 
/**
 * The same seed makes the same map.
 */
seed: number, };

export type Read = { 
/**
 * The text.
 */
text: string, 
/**
 * The file's name, where there was one; its ending helps to tell the format.
 */
name: string | null, };

export type Write = { 
/**
 * The map.
 */
map: GridMap, 
/**
 * The format's name from the menu.
 */
format: string, };

export type Run = { 
/**
 * The map.
 */
map: GridMap, 
/**
 * The algorithm's name from the menu.
 */
algorithm: string, 
/**
 * The heuristic's name from the menu.
 */
heuristic: string, 
/**
 * `4`, `8` (no corner cutting) or `8-cutting`.
 */
moves: string, 
/**
 * Weight of weighted A\*.
 */
weight: number | null, 
/**
 * Whether to send the events too.
 */
trace: boolean, };

export type MapQuestion = { 
/**
 * The map.
 */
map: GridMap, 
/**
 * The question's name from the menu.
 */
question: string, 
/**
 * `4`, `8` (no corner cutting) or `8-cutting`.
 */
moves: string, 
/**
 * Marked cells in row order of the map: goals, way-points, sources, or start and goal of each
 * further agent in turn.
 */
marks: Array<number>, 
/**
 * Side of a square traveller in cells; 1 without a size.
 */
body: number, 
/**
 * Rows and columns that a robot sees around it.
 */
sight: number, 
/**
 * Whether way-points are visited in the given order instead of the best.
 */
in_order: boolean, 
/**
 * End of a path through way-points: `goal`, `last` or `start`.
 */
finish: string, 
/**
 * Quantity that a trip minimises.
 */
objective: string, 
/**
 * Supply that must be left on every arrival of a trip.
 */
reserve: number, 
/**
 * Most stops of a trip, if they are limited.
 */
stops: number | null, 
/**
 * Whether a trip returns to its start.
 */
returns: boolean, };

export type Menu = { 
/**
 * Questions; the first is the path from start to goal, for which the algorithms are.
 */
questions: Array<Choice>, 
/**
 * Algorithms.
 */
algorithms: Array<Choice>, 
/**
 * Heuristics.
 */
heuristics: Array<Choice>, 
/**
 * Generators of maps.
 */
families: Array<Choice>, 
/**
 * Formats that can be written.
 */
formats: Array<Choice>, };

export type ReadScenarios = { 
/**
 * The text.
 */
text: string, };

export type Scenario = { 
/**
 * The map's file name as the file has it.
 */
map: string, 
/**
 * Rows of the map.
 */
rows: number, 
/**
 * Columns of the map.
 */
columns: number, 
/**
 * Row and column of the start.
 */
start: [number, number], 
/**
 * Row and column of the goal.
 */
goal: [number, number], 
/**
 * The length of a shortest path, with diagonal moves that cut no corners.
 */
length: number, };

export type Choice = { 
/**
 * Its name in messages and on the command line.
 */
name: string, 
/**
 * Its name for people.
 */
title: Texts, 
/**
 * A sentence on its method or guarantee.
 */
about: Texts, 
/**
 * Whether it is for problems with supply.
 */
supply: boolean, 
/**
 * Whether it is for stations with prices.
 */
prices: boolean, 
/**
 * Whether it is for problems without.
 */
plain: boolean, 
/**
 * Whether it looks at the heuristic.
 */
informed: boolean, };

export type BoardQuestion = { "what": "menu", 
/**
 * The game.
 */
game: GameKind, } | { "what": "new", 
/**
 * Its set-up.
 */
setup: Setup, } | { "what": "open", 
/**
 * Its number.
 */
id: number, 
/**
 * Refuse a game of another kind.
 */
game: GameKind | null, } | { "what": "follow", 
/**
 * Its number.
 */
id: number, } | { "what": "play", 
/**
 * The game.
 */
id: number, 
/**
 * The node before the move.
 */
at: number, 
/**
 * The move: one of the view's legal ones.
 */
text: string, 
/**
 * Milliseconds that it took.
 */
spent: number | null, } | { "what": "go", 
/**
 * The game.
 */
id: number, 
/**
 * The node; 0 is the start.
 */
node: number, } | { "what": "prune", 
/**
 * The game.
 */
id: number, 
/**
 * The node.
 */
node: number, 
/**
 * Whether a player takes the moves back.
 */
takeBack: boolean, } | { "what": "remark", 
/**
 * The game.
 */
id: number, 
/**
 * The node; 0 is the start.
 */
node: number, 
/**
 * The new remarks.
 */
remarks: Remarks, } | { "what": "turn", 
/**
 * The game.
 */
id: number, 
/**
 * Whether the second side sits below.
 */
flipped: boolean, } | { "what": "end", 
/**
 * The game.
 */
id: number, 
/**
 * The winner; none for a draw.
 */
winner: number | null, 
/**
 * [`Ending::Resign`], [`Ending::Draw`] or [`Ending::Time`].
 */
code: Ending, } | { "what": "choose", 
/**
 * The game.
 */
id: number, 
/**
 * One of the choices that the state offers.
 */
choice: OpeningChoice, } | { "what": "list", 
/**
 * Only of this game.
 */
game: GameKind | null, 
/**
 * Only those whose name or set-up contains this.
 */
words: string, } | { "what": "delete", 
/**
 * Its number.
 */
id: number, } | { "what": "export", 
/**
 * Its number.
 */
id: number, 
/**
 * The format's name from the menu.
 */
format: string, } | { "what": "import", 
/**
 * Its set-up.
 */
setup: Setup, 
/**
 * The text.
 */
text: string, 
/**
 * Whether to read a faulty text up to its first fault.
 */
partial: boolean, } | { "what": "check", 
/**
 * The set-up.
 */
setup: Setup, } | { "what": "peek", 
/**
 * The game.
 */
id: number, 
/**
 * The node.
 */
node: number, 
/**
 * The moves.
 */
moves: Array<string>, } | { "what": "think", 
/**
 * The game.
 */
id: number, 
/**
 * The node.
 */
node: number, 
/**
 * Whether to play the move, or only to hint at it.
 */
play: boolean, } | { "what": "analyse", 
/**
 * The game.
 */
id: number, 
/**
 * The node.
 */
node: number, 
/**
 * Number of lines, 1 to 20; many give values of candidate points.
 */
lines: number, 
/**
 * Whether to look for the other side's threat too.
 */
threat: boolean, } | { "what": "review", 
/**
 * The game.
 */
id: number, 
/**
 * Milliseconds for each position.
 */
milliseconds: number, } | { "what": "try", 
/**
 * The game.
 */
id: number, 
/**
 * The node of the move that was played.
 */
node: number, 
/**
 * The move to play instead.
 */
text: string, } | { "what": "solve", 
/**
 * The game.
 */
id: number, 
/**
 * The node.
 */
node: number, } | { "what": "explore", 
/**
 * The game.
 */
id: number, 
/**
 * The node; 0 is the start.
 */
node: number, } | { "what": "exercise", 
/**
 * The game.
 */
game: GameKind, } | { "what": "answerExercise", 
/**
 * Its number.
 */
exercise: number, 
/**
 * The move.
 */
text: string, } | { "what": "forgetExercise", 
/**
 * Its number.
 */
exercise: number, };

export type GameKind = "xiangqi" | "gomoku";

export type Player = { "type": "human" } | { "type": "engine", 
/**
 * The level's name.
 */
level: string, } | { "type": "external", 
/**
 * Its name.
 */
name: string, };

export type Clock = { 
/**
 * Milliseconds for the game.
 */
base: number, 
/**
 * Milliseconds added for each move.
 */
increment: number, };

export type Thinking = { "type": "time", 
/**
 * Milliseconds, up to a minute.
 */
milliseconds: number, } | { "type": "depth", 
/**
 * Plies.
 */
plies: number, } | { "type": "nodes", 
/**
 * Positions.
 */
nodes: number, };

export type OpeningChoice = "black" | "white" | "more";

export type OpeningTurn = { 
/**
 * The set-up's player who acts: 0 or 1.
 */
player: number, 
/**
 * Stones to place, of alternating colour.
 */
stones: number, 
/**
 * The choices; none while stones are to be placed.
 */
choices: Array<OpeningChoice>, };

export type Setup = { 
/**
 * The game.
 */
game: GameKind, 
/**
 * A name for the list of games.
 */
name: string, 
/**
 * The rule set's name from the menu.
 */
rules: string, 
/**
 * Points a side of a Gomoku board; ignored in Xiangqi.
 */
size: number, 
/**
 * The opening rule's name from the menu, for Gomoku; `swap2:more` and `swap2:done` are where a
 * swap2 opening stands.
 */
opening: string, 
/**
 * The first position: a FEN, or a string of moves for Gomoku. None is the usual one.
 */
position: string | null, 
/**
 * The players: first (red, black) and second.
 */
players: [Player, Player], 
/**
 * The clock, if there is one.
 */
clock: Clock | null, 
/**
 * Limit of the engines without a clock; none leaves it to the level.
 */
think: Thinking | null, 
/**
 * Names of the players; an empty one is not known.
 */
names: [string, string], 
/**
 * Tags of an imported record that have no place elsewhere: event, site, date, round.
 */
tags: Array<Tag>, };

export type View = { 
/**
 * Points from left to right.
 */
columns: number, 
/**
 * Points from top to bottom.
 */
rows: number, 
/**
 * One character a point, row by row from the top: `.` empty; FEN letters, or `x` black and `o`
 * white.
 */
cells: string, 
/**
 * The side to move: 0 first (red, black), 1 second.
 */
side: number, 
/**
 * The point of a general in check.
 */
check: number | null, 
/**
 * Every legal move, as the page sends it back.
 */
legal: Array<string>, 
/**
 * Points that black may not take under renju.
 */
forbidden: Array<number>, 
/**
 * The reason for each of these points: overline, double four, double three.
 */
forbidden_because: Array<Texts>, 
/**
 * The points of a row of five.
 */
row: Array<number>, 
/**
 * If the game is over by the rules.
 */
over: Over | null, 
/**
 * The position as text (FEN, or the moves).
 */
text: string, };

export type Ending = "checkmate" | "stalemate" | "perpetual" | "repetition" | "quiet" | "material" | "five" | "full" | "resign" | "draw" | "time" | "recorded";

export type Over = { 
/**
 * 0 first, 1 second; none for a draw.
 */
winner: number | null, 
/**
 * Why.
 */
code: Ending, };

export type Node = { 
/**
 * Its number, from 1.
 */
id: number, 
/**
 * The move before it; 0 is the start.
 */
parent: number, 
/**
 * The side that moved: 0 first, 1 second.
 */
side: number, 
/**
 * The move as it is sent.
 */
text: string, 
/**
 * Its names.
 */
names: Names, 
/**
 * Milliseconds left on the mover's clock.
 */
clock: number | null, 
/**
 * The review's comment.
 */
note: Note | null, 
/**
 * Comment, marks and drawings.
 */
remarks: Remarks, };

export type Names = { 
/**
 * Coordinates: `h2e2`, `h8`.
 */
iccs: string, 
/**
 * WXF: `C2=5`.
 */
wxf: string, 
/**
 * Chinese: 炮二平五.
 */
zh: string, };

export type Mark = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

export type Note = { 
/**
 * The score after it, seen from the first side.
 */
score: Score, 
/**
 * Loss against the best move, in percent of winning.
 */
loss: number, 
/**
 * Its quality.
 */
mark: Mark, 
/**
 * A better move, where there is one, and how it goes on.
 */
better: Array<string>, 
/**
 * The names of those moves. Notes of earlier versions have none.
 */
better_names: Array<Names>, };

export type Score = { 
/**
 * In hundredths of a pawn, or of what the game counts in.
 */
value: number, 
/**
 * Moves to a forced win (positive for the first side), if one was found.
 */
mate: number | null, 
/**
 * Chance of a first-side win, in percent.
 */
win: number, 
/**
 * Chance of a draw, in percent.
 */
draw: number, };

export type State = { 
/**
 * Its number.
 */
id: number, 
/**
 * Its set-up.
 */
setup: Setup, 
/**
 * All moves with their variations.
 */
nodes: Array<Node>, 
/**
 * The node that is shown; 0 is the start.
 */
current: number, 
/**
 * The board at that node.
 */
view: View, 
/**
 * The result, by the rules or otherwise, of the line that ends in the current node.
 */
over: Over | null, 
/**
 * The result of the whole game, whichever node is shown.
 */
result: Over | null, 
/**
 * Milliseconds left for each side at the current node.
 */
clocks: [number, number] | null, 
/**
 * The name of the opening that led to the current node.
 */
opening_name: Texts | null, 
/**
 * The turn of the opening rule, while it is under way.
 */
opening: OpeningTurn | null, 
/**
 * The change of this game that can be undone.
 */
undo: UndoEntry | null, 
/**
 * The change of this game that can be made again.
 */
redo: UndoEntry | null, 
/**
 * Comment and drawings of the first position.
 */
remarks: Remarks, 
/**
 * Whether the second side sits below.
 */
flipped: boolean, 
/**
 * The last move in words, for announcements: "Black: horse 8 forward 7. Check."
 */
spoken: Texts | null, 
/**
 * A message about what an engine has just done, such as its choice in a swap2 opening.
 */
told: Texts | null, 
/**
 * Summary of a review of the main line, if there was one.
 */
review: ReviewSummary | null, };

export type Line = { 
/**
 * Its rank, from 1.
 */
rank: number, 
/**
 * Its score.
 */
score: Score, 
/**
 * Plies searched.
 */
depth: number, 
/**
 * The deepest ply looked at.
 */
reach: number, 
/**
 * The moves, as they are sent.
 */
moves: Array<string>, 
/**
 * The moves in the notations.
 */
names: Array<Names>, };

export type Lines = { 
/**
 * The node that it thinks about.
 */
node: number, 
/**
 * The best lines, best first.
 */
lines: Array<Line>, 
/**
 * Positions searched.
 */
nodes: number, 
/**
 * Seconds of thought.
 */
seconds: number, 
/**
 * A threat of the other side, if it could move now.
 */
threat: string | null, };

export type Listed = { 
/**
 * Its number.
 */
id: number, 
/**
 * Its set-up.
 */
setup: Setup, 
/**
 * Moves in it.
 */
moves: number, 
/**
 * Its result.
 */
over: Over | null, 
/**
 * Milliseconds since 1970 of the last change.
 */
updated: number, };

export type BoardMenu = { 
/**
 * Levels, weakest first.
 */
levels: Array<Named>, 
/**
 * Rule sets.
 */
rules: Array<Named>, 
/**
 * Opening rules.
 */
openings: Array<Named>, 
/**
 * Formats that can be exported.
 */
formats: Array<Named>, 
/**
 * Positions to begin with.
 */
positions: Array<Named>, 
/**
 * External engines.
 */
engines: Array<string>, };

export type Named = { 
/**
 * Its name in messages.
 */
name: string, 
/**
 * Its name for people.
 */
title: Texts, 
/**
 * A sentence about it.
 */
about: Texts, };

export type Checked = { 
/**
 * The position as text.
 */
text: string, 
/**
 * The board, if it is possible.
 */
view: View | null, 
/**
 * Everything that is wrong.
 */
faults: Array<Fault>, };

export type Tag = { 
/**
 * Its name, such as `Date`.
 */
name: string, 
/**
 * Its value.
 */
value: string, };

export type Remarks = { 
/**
 * The comment before the first move of a variation.
 */
before: string, 
/**
 * The comment.
 */
comment: string, 
/**
 * Numbered marks (NAG): 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`, and others.
 */
glyphs: Array<number>, 
/**
 * Arrows and circles.
 */
shapes: Array<Shape>, };

export type Shape = { 
/**
 * Its colour.
 */
colour: ShapeColour, 
/**
 * The point, such as `h2`.
 */
from: string, 
/**
 * The point that an arrow leads to; none for a circle.
 */
to: string | null, };

export type ShapeColour = "green" | "red" | "yellow" | "blue";

export type ReviewSummary = { 
/**
 * Of the first and the second side.
 */
sides: [SideSummary, SideSummary], 
/**
 * Nodes of the mistakes and blunders, in order.
 */
mistakes: Array<number>, };

export type SideSummary = { 
/**
 * Moves that were looked at.
 */
moves: number, 
/**
 * Accuracy in percent: 100 where no winning chances were lost.
 */
accuracy: number, 
/**
 * Winning chances lost by a move on average, in percentage points.
 */
average_loss: number, 
/**
 * Moves marked `?!`.
 */
inaccuracies: number, 
/**
 * Moves marked `?`.
 */
mistakes: number, 
/**
 * Moves marked `??`.
 */
blunders: number, };

export type Tried = { 
/**
 * Whether it is about as good as the best move.
 */
good: boolean, 
/**
 * The move as it is kept.
 */
text: string, 
/**
 * Its names.
 */
names: Names, 
/**
 * The judgement; its `better` is the best line where the move is not good.
 */
note: Note, 
/**
 * The position after the move.
 */
view: View, };

export type Exercise = { 
/**
 * Its number.
 */
id: number, 
/**
 * The game that it comes from, if it is still there.
 */
source: number, 
/**
 * The node of the mistake in that game.
 */
node: number, 
/**
 * The position, to be found a move in.
 */
view: View, 
/**
 * The mistake.
 */
played: Names, 
/**
 * Winning chances that it lost, in percentage points.
 */
loss: number, 
/**
 * Good answers in a row.
 */
streak: number, };

export type Exercises = { 
/**
 * The one that is due the longest; none if none is due.
 */
next: Exercise | null, 
/**
 * Number of exercises that are due.
 */
due: number, 
/**
 * Number of exercises.
 */
total: number, };

export type ProofVerdict = "five" | "fours" | "threes" | "loss" | "noForcedWin" | "unknown";

export type BoardProof = { 
/**
 * The node of the game that it starts from.
 */
node: number, 
/**
 * The verdict.
 */
verdict: ProofVerdict, 
/**
 * Plies to the five against the longest defence.
 */
length: number, 
/**
 * The line of the longest defence.
 */
line: Array<string>, 
/**
 * The tree, parents before children.
 */
steps: Array<ProofStep>, 
/**
 * Whether the tree was cut because it is too large to be sent.
 */
cut: boolean, 
/**
 * Positions searched.
 */
nodes: number, 
/**
 * Seconds of search.
 */
seconds: number, };

export type ProofStep = { 
/**
 * Its number, from 1.
 */
id: number, 
/**
 * The move before it; 0 is the position asked about.
 */
parent: number, 
/**
 * The move.
 */
text: string, 
/**
 * Whether the winner moves.
 */
wins: boolean, 
/**
 * The reason that the move forces an answer.
 */
forces: Forces | null, 
/**
 * The moves that would win next if the threat were not met.
 */
threat: Array<string>, };

export type Forces = "five" | "four" | "three";

export type Explorer = { 
/**
 * Games of the whole collection; 0 where there is no collection.
 */
collected: number, 
/**
 * Games that reached this position.
 */
games: number, 
/**
 * The moves, most played first.
 */
moves: Array<ExploredMove>, };

export type ExploredMove = { 
/**
 * The move, as the page sends it back.
 */
text: string, 
/**
 * Its names.
 */
names: Names, 
/**
 * Games in which it was played.
 */
games: number, 
/**
 * Those that Red won.
 */
red: number, 
/**
 * Those that were drawn.
 */
draws: number, 
/**
 * Those that Black won.
 */
black: number, 
/**
 * Average year of those with a date.
 */
average_year: number | null, 
/**
 * Year of the latest.
 */
latest_year: number | null, };

export type TreeQuestion = { 
/**
 * The position, or none for the teaching tree.
 */
setup: Setup | null, 
/**
 * The teaching tree as brackets and numbers: `((3 12 8) (2 4 6) (14 5 2))`.
 */
tree: string | null, 
/**
 * `minimax` or `alpha-beta`.
 */
algorithm: string, 
/**
 * Names of refinements that are switched on.
 */
refinements: Array<string>, 
/**
 * Plies, 1 to 6.
 */
depth: number, };

export type Tree = { 
/**
 * The nodes that were kept, parents before children; the root is the first.
 */
nodes: Array<TreeNode>, 
/**
 * The events of the search, in order.
 */
steps: Array<TreeStep>, 
/**
 * Nodes visited but not kept.
 */
omitted: number, 
/**
 * Positions visited, below the root.
 */
visited: number, 
/**
 * Positions judged.
 */
evaluated: number, 
/**
 * Nodes left early.
 */
cutoffs: number, 
/**
 * Share of cut-offs by the first move, in percent.
 */
firstMove: number | null, 
/**
 * Seconds.
 */
seconds: number, 
/**
 * The value of the root for the side to move there.
 */
value: string, 
/**
 * The best move.
 */
best: string | null, 
/**
 * Whether the search was stopped before its end.
 */
stopped: boolean, };

export type TreeNode = { 
/**
 * The node above; none for the root.
 */
parent: number | null, 
/**
 * The move that leads here.
 */
name: Texts, 
/**
 * The same as boards write it: `h2e2`, `h8`.
 */
text: string, 
/**
 * True where the side that began is to move.
 */
maximising: boolean, 
/**
 * Lower end of the window on arrival.
 */
alpha: string, 
/**
 * Upper end of the window on arrival.
 */
beta: string, 
/**
 * The value found.
 */
value: string | null, 
/**
 * Nodes visited here and below.
 */
size: number, 
/**
 * Whether its moves were not searched.
 */
leaf: boolean, 
/**
 * Why it was left early.
 */
cut: Texts | null, 
/**
 * The node whose move set the bound that cut it.
 */
cutBy: number | null, 
/**
 * Moves left out.
 */
leftOut: number, 
/**
 * Whether it lies on the best line.
 */
best: boolean, };

export type StepKind = "e" | "n" | "c" | "l";

export type TreeStep = { 
/**
 * The kind.
 */
kind: StepKind, 
/**
 * The node.
 */
node: number, 
/**
 * Its window now, where it changed.
 */
window: [string, string] | null, 
/**
 * Its value, where it was left.
 */
value: string | null, };

export type MatchQuestion = { "what": "list" } | { "what": "begin", 
/**
 * Players and terms.
 */
setup: MatchSetup, } | { "what": "watch", 
/**
 * Its number.
 */
id: number, } | { "what": "halt", 
/**
 * Its number.
 */
id: number, } | { "what": "goOn", 
/**
 * Its number.
 */
id: number, } | { "what": "delete", 
/**
 * Its number.
 */
id: number, } | { "what": "restore", 
/**
 * Its number.
 */
id: number, } | { "what": "download", 
/**
 * The match's number.
 */
id: number, 
/**
 * `pgn` (Xiangqi), `sgf` or `psq` (Gomoku), or `json`.
 */
format: string, 
/**
 * Only the game of this number.
 */
game: number | null, };

export type MatchSetup = { 
/**
 * The game.
 */
game: GameKind, 
/**
 * A name for the list.
 */
name: string, 
/**
 * The rule set's name.
 */
rules: string, 
/**
 * Points a side of a Gomoku board; ignored in Xiangqi.
 */
size: number, 
/**
 * The players, 2 to 8.
 */
players: Array<MatchPlayer>, 
/**
 * The first against each of the others, not everyone against everyone.
 */
gauntlet: boolean, 
/**
 * Games in all, up to 2,000.
 */
games: number, 
/**
 * Games at one time.
 */
atOnce: number, 
/**
 * The limit of each move or game.
 */
control: MatchControl, 
/**
 * So many random moves begin each pair of games; 0 is the usual start.
 */
randomPlies: number, 
/**
 * Openings, one a line, instead of random ones.
 */
openings: string, 
/**
 * End games early when both players' scores agree.
 */
adjudicate: boolean, 
/**
 * End the match when the first is shown to be this much, or not even this much, stronger than
 * the second.
 */
sprt: [number, number] | null, 
/**
 * Seed of everything random.
 */
seed: number, };

export type MatchPlayer = { "type": "engine", 
/**
 * The level's name.
 */
level: string, } | { "type": "textbook", 
/**
 * `minimax` or `alpha-beta`.
 */
algorithm: string, 
/**
 * Names of refinements that are switched on.
 */
refinements: Array<string>, 
/**
 * Plies, 1 to 6.
 */
depth: number, } | { "type": "external", 
/**
 * Its name.
 */
name: string, } | { "type": "random" };

export type MatchControl = { "type": "move", 
/**
 * Milliseconds, 5 to 10,000.
 */
milliseconds: number, } | { "type": "game", 
/**
 * Milliseconds for the game.
 */
base: number, 
/**
 * Milliseconds added for each move.
 */
increment: number, } | { "type": "depth", 
/**
 * Plies.
 */
plies: number, } | { "type": "nodes", 
/**
 * Nodes.
 */
nodes: number, };

export type MatchPhase = "preparing" | "running" | "stopping" | "stopped" | "finished" | "decided" | "failed";

export type MatchEnding = "checkmate" | "stalemate" | "five" | "forbidden" | "rules" | "repetition" | "quiet" | "material" | "full" | "drawRule" | "resignation" | "agreement" | "tooLong" | "illegalMove" | "nonsense" | "late" | "silent" | "crash" | "flood";

export type MatchListed = { 
/**
 * Its number.
 */
id: number, 
/**
 * Players and terms.
 */
setup: MatchSetup, 
/**
 * The players' names.
 */
names: Array<Texts>, 
/**
 * Games played.
 */
played: number, 
/**
 * Its phase.
 */
phase: MatchPhase, };

export type MatchState = { 
/**
 * Its number.
 */
id: number, 
/**
 * Players and terms.
 */
setup: MatchSetup, 
/**
 * Its phase.
 */
phase: MatchPhase, 
/**
 * The decision of the test, or the failure.
 */
words: Texts | null, 
/**
 * The players' names.
 */
names: Array<Texts>, 
/**
 * Games played.
 */
played: number, 
/**
 * The table, in the order of the players.
 */
rows: Array<MatchRow>, 
/**
 * The sequential test, where there is one.
 */
test: MatchTest | null, 
/**
 * The first player's Elo over the games.
 */
history: Array<EloPoint>, 
/**
 * The latest games, newest first.
 */
results: Array<MatchResult>, 
/**
 * The boards being played on.
 */
boards: Array<LiveBoard>, };

export type EloPoint = { 
/**
 * Games played.
 */
games: number, 
/**
 * The estimate.
 */
elo: number | null, 
/**
 * Lower end of its 95 % interval.
 */
low: number | null, 
/**
 * Upper end.
 */
high: number | null, };

export type MatchRow = { 
/**
 * Games won, drawn and lost.
 */
results: [number, number, number], 
/**
 * Points a game, in percent.
 */
score: number, 
/**
 * Elo difference to all opponents together; none where it is infinite.
 */
elo: number | null, 
/**
 * Lower end of its 95 % interval; none where it is infinite.
 */
low: number | null, 
/**
 * Upper end.
 */
high: number | null, 
/**
 * Likelihood that it is the stronger, in percent.
 */
superiority: number, 
/**
 * Pairs of games by their sum: 0, ½, 1, 1½, 2 points.
 */
pairs: [number, number, number, number, number], 
/**
 * Results against each opponent: won, drawn, lost.
 */
against: Array<[number, number, number]>, 
/**
 * Milliseconds a move.
 */
milliseconds: number, 
/**
 * Mean depth, where it states one.
 */
depth: number | null, 
/**
 * Games lost as a program: crashed, late, illegal.
 */
faults: number, };

export type MatchTest = { 
/**
 * The logarithm of the likelihood ratio.
 */
ratio: number, 
/**
 * The lower Elo is accepted here.
 */
low: number, 
/**
 * The higher Elo is accepted here.
 */
high: number, };

export type MatchResult = { 
/**
 * Its number, from 0.
 */
game: number, 
/**
 * The players' numbers, first seat first.
 */
players: [number, number], 
/**
 * 0 first, 1 second; none for a draw.
 */
winner: number | null, 
/**
 * The reason for its end.
 */
ending: MatchEnding, 
/**
 * Details, as the referee wrote them down.
 */
note: string, 
/**
 * Moves, the opening's included.
 */
moves: number, };

export type LiveBoard = { 
/**
 * The game's number, from 0.
 */
game: number, 
/**
 * The players' numbers, first seat first.
 */
players: [number, number], 
/**
 * The board.
 */
view: View, 
/**
 * The last move.
 */
last: string | null, 
/**
 * Moves so far, the opening's included.
 */
moves: number, 
/**
 * Each side's own score of its last move, from its side, in hundredths.
 */
scores: [number | null, number | null], 
/**
 * Moves to a forced win that a score means: positive for a win of that side.
 */
mates: [number | null, number | null], 
/**
 * Search depth of each side's last move.
 */
depths: [number | null, number | null], };

export type LabQuestion = { "what": "catalogue" } | { "what": "run", 
/**
 * Its name.
 */
id: string, 
/**
 * Seconds instead of minutes.
 */
quick: boolean, 
/**
 * Chooses the problems.
 */
seed: number, } | { "what": "watch", 
/**
 * Its name.
 */
id: string, } | { "what": "halt", 
/**
 * Its name.
 */
id: string, } | { "what": "rows", 
/**
 * Its name.
 */
id: string, 
/**
 * `csv` or `json`.
 */
format: string, };

export type LabPhase = "never" | "waiting" | "running" | "stopping" | "stopped" | "finished" | "failed";

export type LabExperiment = { 
/**
 * The name by which it is asked for.
 */
id: string, 
/**
 * Its title.
 */
title: Texts, 
/**
 * Its question.
 */
question: Texts, 
/**
 * Its method.
 */
method: Texts, 
/**
 * The phase.
 */
phase: LabPhase, 
/**
 * The first finding of its results, or of those that ship.
 */
finding: Texts | null, 
/**
 * The first figure of these results, with one panel.
 */
figure: LabFigure | null, };

export type LabState = { 
/**
 * Its name.
 */
id: string, 
/**
 * The phase.
 */
phase: LabPhase, 
/**
 * Measurements finished.
 */
done: number, 
/**
 * Measurements in all.
 */
total: number, 
/**
 * Whether it was the quick run.
 */
quick: boolean, 
/**
 * The seed.
 */
seed: number, 
/**
 * Seconds that it took so far.
 */
seconds: number, 
/**
 * The command that repeats it.
 */
command: string, 
/**
 * Conclusions from the results.
 */
findings: Array<Texts>, 
/**
 * The figures.
 */
figures: Array<LabFigure>, 
/**
 * Where findings and figures come from, if the experiment was not run here.
 */
shipped: LabOrigin | null, };

export type LabOrigin = { 
/**
 * The processor.
 */
processor: string, 
/**
 * Its threads.
 */
cores: number, 
/**
 * When it began, in seconds since 1970.
 */
began: number, };

export type LabFigure = { 
/**
 * Its name.
 */
id: string, 
/**
 * Its title.
 */
title: Texts, 
/**
 * `lines` over x, `bars` a variant, or `cases`: bars a variant at each problem.
 */
kind: string, 
/**
 * The measure.
 */
measure: Texts, 
/**
 * `count`, `milliseconds`, `bytes`, `share`, `factor` or `elo`.
 */
unit: string, 
/**
 * The horizontal axis.
 */
x: Texts, 
/**
 * Whether the horizontal axis is logarithmic.
 */
logX: boolean, 
/**
 * Whether the measure's axis is logarithmic.
 */
logY: boolean, 
/**
 * The panels.
 */
panels: Array<LabPanel>, };

export type LabPanel = { 
/**
 * The group's name.
 */
title: Texts, 
/**
 * The places on the horizontal axis, for lines.
 */
places: Array<number>, 
/**
 * The problems, for cases.
 */
problems: Array<Texts>, 
/**
 * The variants.
 */
series: Array<LabSeries>, };

export type LabSeries = { 
/**
 * Chooses its colour: the same in every panel, and in the report.
 */
number: number, 
/**
 * The variant's name.
 */
name: Texts, 
/**
 * The values; none where nothing is measured yet.
 */
values: Array<number | null>, 
/**
 * Lower ends of the 95 % intervals, where there are such.
 */
low: Array<number | null>, 
/**
 * Upper ends.
 */
high: Array<number | null>, };

export type Events = { 
/**
 * The kinds.
 */
kind: Array<EventKind>, 
/**
 * The cell's place in row order; −1 for a new bound.
 */
cell: Array<number>, 
/**
 * The predecessor; −1 none, −2 unchanged.
 */
parent: Array<number>, 
/**
 * Cost so far (or the bound); −1 where the event has none.
 */
g: Array<number>, 
/**
 * Estimate to go; −1 where the event has none.
 */
h: Array<number>, 
/**
 * Supply left; −1 where supply does not matter.
 */
supply: Array<number>, 
/**
 * The numbers of the events that have some, in the order of those events.
 */
numbers: Array<Array<number>>, };

export type RunOutcome = "found" | "impossible" | "stopped";

export type Picture = { 
/**
 * Further paths, each as cells in row order of the map; of agents the cells at the times 0, 1,
 * 2…
 */
ways: Array<Array<number>>, 
/**
 * Points of a line at any angle: row and column, whole numbers at the centres of cells.
 */
line: Array<[number, number]>, 
/**
 * The step of each cell in a flow field: 0–7 in the order of the library's steps (up, down,
 * left, right, then up-left, up-right, down-left, down-right), 8 none.
 */
flow: Array<number>, 
/**
 * Open cells where the traveller's body does not fit.
 */
blocked: Array<number>, 
/**
 * The order in which the marks are visited.
 */
order: Array<number>, };

export type RunResult = { 
/**
 * The outcome.
 */
outcome: RunOutcome, 
/**
 * The path's cells in row order of the map; empty without a path.
 */
path: Array<number>, 
/**
 * Cost so far on each cell of the path.
 */
reached: Array<number>, 
/**
 * Supply on leaving each cell of the path, where supply matters.
 */
supply: Array<number>, 
/**
 * The path's cost.
 */
cost: number | null, 
/**
 * Cells taken from the frontier.
 */
expanded: number, 
/**
 * Cells put onto it.
 */
generated: number, 
/**
 * Cells opened again.
 */
reopened: number, 
/**
 * The most that waited at one time.
 */
largest_frontier: number, 
/**
 * Bounds of IDA\* or fringe search with their nodes.
 */
bounds: Array<[number, number]>, 
/**
 * Seconds of searching without the trace.
 */
seconds: number, 
/**
 * Bytes that the search allocated.
 */
memory: number, 
/**
 * Whether there were more events than are sent.
 */
truncated: boolean, 
/**
 * A warning about a guarantee that does not hold.
 */
warning: Texts | null, 
/**
 * Why there is no way and what would help, or what the way uses.
 */
explanation: Array<Texts>, 
/**
 * The drawing besides the path, for other questions.
 */
picture: Picture | null, };

export type UndoQuestion = { "what": "offers", 
/**
 * The kind of object.
 */
kind: UndoKind, 
/**
 * The object; none for the removals of whole objects of this kind.
 */
object: string | null, } | { "what": "remember", 
/**
 * The draft's name, such as `editor:xiangqi`.
 */
draft: string, 
/**
 * Its state before the change.
 */
state: string, 
/**
 * The change: "Removed 28 moves".
 */
words: Texts, } | { "what": "undo", 
/**
 * Its number.
 */
entry: number, 
/**
 * The state of a draft now, for a redo.
 */
state: string | null, } | { "what": "redo", 
/**
 * Its number.
 */
entry: number, 
/**
 * The state of a draft now, for an undo.
 */
state: string | null, };

export type UndoKind = "game" | "map" | "draft";

export type UndoEntry = { 
/**
 * Its number.
 */
id: number, 
/**
 * The kind of object.
 */
kind: UndoKind, 
/**
 * The object.
 */
object: string, 
/**
 * The change in words: "Removed 28 moves".
 */
words: Texts, 
/**
 * Milliseconds since 1970.
 */
made: number, };

export type UndoOffers = { 
/**
 * The change that an undo takes back.
 */
undo: UndoEntry | null, 
/**
 * The change that a redo makes again.
 */
redo: UndoEntry | null, 
/**
 * The state of a draft or map after an undo or redo.
 */
state: string | null, };

export type PuzzleQuestion = { "what": "next", 
/**
 * The game.
 */
game: GameKind, 
/**
 * The theme's name; none for every theme.
 */
theme: string | null, 
/**
 * The puzzle that was shown last; it does not come again at once.
 */
after: string | null, } | { "what": "try", 
/**
 * The puzzle.
 */
puzzle: string, 
/**
 * The moves of both sides so far.
 */
moves: Array<string>, 
/**
 * The move.
 */
text: string, 
/**
 * Whether the result counts: no hint was taken and nothing was missed yet.
 */
counts: boolean, } | { "what": "hint", 
/**
 * The puzzle.
 */
puzzle: string, 
/**
 * The moves of both sides so far.
 */
moves: Array<string>, } | { "what": "solution", 
/**
 * The puzzle.
 */
puzzle: string, 
/**
 * The moves of both sides so far.
 */
moves: Array<string>, 
/**
 * Whether the result counts, as a miss.
 */
counts: boolean, };

export type PuzzleStats = { 
/**
 * Rating.
 */
rating: number, 
/**
 * Rating deviation.
 */
deviation: number, 
/**
 * Puzzles solved in a row.
 */
streak: number, 
/**
 * The longest streak.
 */
bestStreak: number, 
/**
 * Puzzles solved.
 */
solved: number, 
/**
 * Puzzles missed.
 */
missed: number, 
/**
 * Puzzles and mistakes of one's own that are due.
 */
due: number, };

export type PuzzleTheme = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its title.
 */
title: Texts, 
/**
 * Number of its puzzles.
 */
count: number, };

export type ShownPuzzle = { 
/**
 * Its name.
 */
id: string, 
/**
 * The task.
 */
task: Texts, 
/**
 * Its difficulty, 1 to 8.
 */
difficulty: number, 
/**
 * The position.
 */
view: View, 
/**
 * Whether it comes back because it was missed.
 */
repeated: boolean, };

export type NextPuzzle = { 
/**
 * The puzzle.
 */
puzzle: ShownPuzzle | null, 
/**
 * The mistake.
 */
exercise: Exercise | null, 
/**
 * Progress.
 */
stats: PuzzleStats, 
/**
 * The themes of this game.
 */
themes: Array<PuzzleTheme>, };

export type PuzzleStep = { 
/**
 * The move.
 */
text: string, 
/**
 * Its names.
 */
names: Names, 
/**
 * The position after it.
 */
view: View, };

export type PuzzleResult = "solved" | "right" | "alsoGood" | "wrong" | "shown";

export type TriedPuzzle = { 
/**
 * The result.
 */
result: PuzzleResult, 
/**
 * The moves from here on: the one that was tried, then the defence, the refutation or the
 * solution.
 */
steps: Array<PuzzleStep>, 
/**
 * Why the move fails.
 */
reason: Texts | null, 
/**
 * Progress.
 */
stats: PuzzleStats, };

export const EventKind = {
  Generate: 0,
  Expand: 1,
  Reopen: 2,
  Close: 3,
  NewBound: 4,
  Refill: 5,
  DeadEnd: 6,
  Found: 7,
  NewSearch: 8,
  Cone: 9,
  See: 10,
  Replan: 11,
  Move: 12,
  Conflict: 13,
  Step: 14,
} as const;

export type EventKind = (typeof EventKind)[keyof typeof EventKind];
