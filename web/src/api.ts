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
 * What is asked.
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
 * What is answered.
 */
tell: Answer, };

export type Question = { "type": "hello" } | { "type": "stop", 
/**
 * Its number.
 */
target: number, } | { "type": "pathMenu" } | { "type": "pathGenerate" } & Generate | { "type": "pathRead" } & Read | { "type": "pathWrite" } & Write | { "type": "pathRun" } & Run;

export type Answer = { "type": "welcome" } & Welcome | { "type": "done" } | { "type": "refusal" } & Refusal | { "type": "pathMenu" } & Menu | { "type": "pathMap" } & GridMap | { "type": "text", 
/**
 * A file name.
 */
name: string, 
/**
 * The text.
 */
text: string, } | { "type": "pathEvents" } & Events | { "type": "pathResult" } & RunResult;

export type Welcome = { 
/**
 * The program's version.
 */
version: string, 
/**
 * Names of the external engines that may play.
 */
engines: Array<string>, };

export type Words = { 
/**
 * English.
 */
en: string, 
/**
 * Chinese.
 */
zh: string, };

export type Refusal = { 
/**
 * In a word, for programs: `malformed`, `version`, `input`, `missing`, `busy`.
 */
code: string, 
/**
 * In a sentence.
 */
words: Words, 
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
 * What is wrong, and what would be right.
 */
words: Words, };

export type GridMap = { 
/**
 * One string a row: `#` wall, `.` free, `*` station, `2`–`9` terrain of that cost.
 */
rows: Array<string>, 
/**
 * Row and column of the start.
 */
start: [number, number], 
/**
 * Row and column of the goal.
 */
goal: [number, number], 
/**
 * The tank's size T; none when supply does not matter.
 */
tank: number | null, };

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

export type Menu = { 
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

export type Choice = { 
/**
 * Its name in messages and on the command line.
 */
name: string, 
/**
 * Its name for people.
 */
title: Words, 
/**
 * What it is or guarantees, in a sentence.
 */
about: Words, 
/**
 * Whether it is for problems with supply.
 */
supply: boolean, 
/**
 * Whether it is for problems without.
 */
plain: boolean, 
/**
 * Whether it looks at the heuristic.
 */
informed: boolean, };

export type Events = { 
/**
 * 0 generate, 1 expand, 2 reopen, 3 close, 4 new bound, 5 refill, 6 dead end, 7 found.
 */
kind: Array<number>, 
/**
 * The cell's place in row order; −1 for a new bound.
 */
cell: Array<number>, 
/**
 * Where it was reached from; −1 for nowhere, −2 for what was said before.
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
supply: Array<number>, };

export type RunResult = { 
/**
 * `found`, `impossible` or `stopped`.
 */
outcome: string, 
/**
 * The path's cells in row order of the map; empty without a path.
 */
path: Array<number>, 
/**
 * Supply on each cell of the path, where supply matters.
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
 * What is not guaranteed, if something is not.
 */
warning: Words | null, 
/**
 * Why there is no way and what would help, or what the way uses.
 */
explanation: Array<Words>, };

