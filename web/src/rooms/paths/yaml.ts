// A reader for the part of YAML that search traces are written in: mappings and lists, in blocks or in brackets; plain, quoted and
// block texts; comments. Anchors, tags and several documents in one file are refused by name.

import { say } from '../../lib/settings.svelte';

type Value = null | boolean | number | string | Value[] | { [key: string]: Value };
interface Row {
  indent: number;
  text: string;
  number: number;
}

const DEEPEST = 64;

function fail(number: number, en: string, zh: string): never {
  throw new Error(say(`Line ${number}: ${en}`, `第 ${number} 行：${zh}`));
}

/** Whether a quoted text begins here: an apostrophe inside a word is none. */
const opens = (text: string, at: number) =>
  (text[at] === '"' || text[at] === "'") && (at === 0 || ' \t,[{:'.includes(text[at - 1]!));

/** The line without its comment: a # outside quotes, at the beginning or after a blank. */
function bare(line: string): string {
  if (!line.includes('#')) return line;
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const letter = line[at]!;
    if (quote === '"' && letter === '\\') at += 1;
    else if (quote) quote = letter === quote ? '' : quote;
    else if (letter === '#' && (at === 0 || ' \t'.includes(line[at - 1]!)))
      return line.slice(0, at);
    else if (opens(line, at)) quote = letter;
  }
  return line;
}

function scalar(text: string): Value {
  if (text === '' || text === '~' || /^null$/i.test(text)) return null;
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return /^[-+]?(\d[\d_]*\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)
    ? Number(text.replace(/_/g, ''))
    : text;
}

/** Values in brackets and quotes; plain texts end at what may follow them there. */
class Flow {
  at = 0;
  constructor(
    readonly text: string,
    readonly number: number,
  ) {}

  blank(): void {
    while (this.at < this.text.length && ' \t\n'.includes(this.text[this.at]!)) this.at += 1;
  }

  value(depth = 0): Value {
    if (depth > DEEPEST) fail(this.number, 'nested too deeply', '嵌套过深');
    this.blank();
    const letter = this.text[this.at];
    if (letter === '[' || letter === '{') return this.group(letter, depth);
    if (letter === '"' || letter === "'") return this.quoted(letter);
    return scalar(this.plain());
  }

  plain(): string {
    const from = this.at;
    while (
      this.at < this.text.length &&
      !',[]{}'.includes(this.text[this.at]!) &&
      !(this.text[this.at] === ':' && ' \t\n,]}'.includes(this.text[this.at + 1] ?? ' '))
    )
      this.at += 1;
    return this.text.slice(from, this.at).trim();
  }

  quoted(quote: string): string {
    let made = '';
    for (this.at += 1; this.at < this.text.length; this.at++) {
      const letter = this.text[this.at]!;
      if (letter === quote && quote === "'" && this.text[this.at + 1] === "'") {
        made += "'";
        this.at += 1;
      } else if (letter === quote) {
        this.at += 1;
        return made;
      } else if (quote === '"' && letter === '\\') {
        const next = this.text[++this.at] ?? '';
        made += { n: '\n', t: '\t', r: '\r', 0: '\0' }[next] ?? next;
      } else made += letter;
    }
    return fail(this.number, 'a quotation mark is not closed', '引号没有闭合');
  }

  group(open: string, depth: number): Value {
    const close = open === '[' ? ']' : '}';
    const list: Value[] = [];
    const map: Record<string, Value> = {};
    this.at += 1;
    for (;;) {
      this.blank();
      if (this.at >= this.text.length)
        fail(this.number, `${open} is not closed`, `${open} 没有闭合`);
      if (this.text[this.at] === close) break;
      const one = this.value(depth + 1);
      this.blank();
      if (open === '[') list.push(one);
      else if (this.text[this.at] === ':') {
        this.at += 1;
        this.blank();
        map[String(one)] = ',}'.includes(this.text[this.at] ?? '') ? null : this.value(depth + 1);
      } else map[String(one)] = null;
      this.blank();
      if (this.text[this.at] === ',') this.at += 1;
      else if (this.at < this.text.length && this.text[this.at] !== close)
        fail(this.number, `expected , or ${close}`, `应为 , 或 ${close}`);
    }
    this.at += 1;
    return open === '[' ? list : map;
  }
}

/** Brackets that are open at the end of a text; quotes are passed over. */
function unclosed(text: string): number {
  let [open, quote] = [0, ''];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if (quote === '"' && letter === '\\') at += 1;
    else if (quote) quote = letter === quote ? '' : quote;
    else if (opens(text, at)) quote = letter;
    else if ('[{'.includes(letter)) open += 1;
    else if (']}'.includes(letter)) open -= 1;
  }
  return open;
}

/** Where a block mapping's key ends: a colon before a blank or the end, outside quotes and brackets. */
function keyOf(text: string): { key: string; rest: string } | undefined {
  const quoted = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*:(?:\s+|$)/.exec(text);
  if (quoted)
    return { key: String(new Flow(quoted[1]!, 0).value()), rest: text.slice(quoted[0].length) };
  if ('[{"\''.includes(text[0] ?? '')) return undefined;
  const plain = /:(?:\s+|$)/.exec(text);
  return plain
    ? { key: text.slice(0, plain.index).trim(), rest: text.slice(plain.index + plain[0].length) }
    : undefined;
}

class Blocks {
  at = 0;
  readonly rows: Row[] = [];
  constructor(readonly lines: string[]) {
    lines.forEach((line, index) => {
      const text = bare(line);
      if (!text.trim() || (index === 0 && text.startsWith('%'))) return;
      if (text.startsWith('---') || text.startsWith('...')) {
        if (this.rows.length && text.startsWith('---'))
          fail(index + 1, 'a second document; only one can be shown', '有第二个文档；只能显示一个');
        return;
      }
      const indent = text.search(/\S/);
      if (text.slice(0, indent).includes('\t'))
        fail(index + 1, 'indented with a tab; YAML wants blanks', '用制表符缩进；YAML 要求空格');
      this.rows.push({ indent, text: text.trim(), number: index + 1 });
    });
  }

  block(indent: number, depth = 0): Value {
    const row = this.rows[this.at];
    if (!row || row.indent < indent) return null;
    if (depth > DEEPEST) fail(row.number, 'nested too deeply', '嵌套过深');
    if (row.text === '-' || row.text.startsWith('- ')) return this.list(row.indent, depth);
    return keyOf(row.text) ? this.map(row.indent, depth) : this.inline(row.text, row, depth);
  }

  list(indent: number, depth: number): Value {
    const made: Value[] = [];
    for (
      let row = this.rows[this.at];
      row && row.indent === indent && (row.text === '-' || row.text.startsWith('- '));
      row = this.rows[this.at]
    ) {
      const rest = row.text.slice(1).trimStart();
      if (!rest) {
        this.at += 1;
        made.push(this.block(indent + 1, depth + 1));
      } else {
        // What follows the dash is a block of its own, indented to where it begins.
        this.rows[this.at] = {
          indent: indent + row.text.length - rest.length,
          text: rest,
          number: row.number,
        };
        made.push(this.block(indent + 1, depth + 1));
      }
    }
    return made;
  }

  map(indent: number, depth: number): Value {
    const made: Record<string, Value> = {};
    for (let row = this.rows[this.at]; row && row.indent >= indent; row = this.rows[this.at]) {
      const found = row.indent === indent ? keyOf(row.text) : undefined;
      if (!found)
        fail(
          row.number,
          `expected “key: value”, found “${row.text.slice(0, 40)}”`,
          `应为“键: 值”，而有“${row.text.slice(0, 40)}”`,
        );
      if (found.rest) made[found.key] = this.inline(found.rest, row, depth);
      else {
        this.at += 1;
        const next = this.rows[this.at];
        // A list may stand as far left as its key.
        const same =
          next && next.indent === indent && (next.text === '-' || next.text.startsWith('- '));
        made[found.key] =
          next && (next.indent > indent || same)
            ? this.block(same ? indent : indent + 1, depth + 1)
            : null;
      }
    }
    return made;
  }

  /** A value that begins on this row. */
  inline(text: string, row: Row, depth: number): Value {
    this.at += 1;
    if (/^[&*!]/.test(text))
      fail(
        row.number,
        `anchors and tags are not read: “${text.slice(0, 20)}”`,
        `不支持锚点与标签：“${text.slice(0, 20)}”`,
      );
    if (/^[|>][-+0-9]*$/.test(text)) return this.folded(text, row);
    if ('[{"\''.includes(text[0]!)) {
      let whole = text;
      for (
        let open = unclosed(whole);
        open > 0 && this.at < this.rows.length;
        open += unclosed(this.rows[this.at++]!.text)
      )
        whole += ` ${this.rows[this.at]!.text}`;
      const flow = new Flow(whole, row.number);
      const value = flow.value(depth);
      flow.blank();
      if (flow.at < whole.length)
        fail(
          row.number,
          `“${whole.slice(flow.at, flow.at + 20)}” is left over`,
          `多出“${whole.slice(flow.at, flow.at + 20)}”`,
        );
      return value;
    }
    return scalar(text);
  }

  /** A text of several lines: all that is indented further than the line that announced it. */
  folded(mark: string, row: Row): string {
    const outer = this.lines[row.number - 1]!.search(/\S/);
    const texts: string[] = [];
    let line = row.number;
    for (
      ;
      line < this.lines.length &&
      (!this.lines[line]!.trim() || this.lines[line]!.search(/\S/) > outer);
      line++
    )
      texts.push(this.lines[line]!.trim());
    while (this.at < this.rows.length && this.rows[this.at]!.number <= line) this.at += 1;
    return texts.join(mark.startsWith('|') ? '\n' : ' ').trim();
  }
}

/** Reads one document, or says where and why it cannot be read. */
export function readYaml(text: string): Value {
  const blocks = new Blocks(text.split(/\r?\n/));
  const value = blocks.block(0);
  const rest = blocks.rows[blocks.at];
  if (rest)
    fail(
      rest.number,
      `“${rest.text.slice(0, 40)}” is left over`,
      `多出“${rest.text.slice(0, 40)}”`,
    );
  return value;
}
