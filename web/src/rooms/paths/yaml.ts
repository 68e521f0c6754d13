// Reads a YAML file of one document. The parser is loaded when the first such file is opened.
// Anchors, aliases and tags are refused: search traces use none, and an alias can stand for a
// value of any size.

import type { CST, YAMLError } from 'yaml';
import { InputError } from '../../lib/text';

/** Collections inside one another; the composer is recursive, so the depth needs a limit. */
const DEEPEST = 100;

const reasons: Partial<Record<YAMLError['code'], [en: string, zh: string]>> = {
  TAB_AS_INDENT: ['indented with a tab; YAML wants spaces', '用制表符缩进；YAML 要求空格'],
  BAD_INDENT: ['a bracket is not closed, or the indentation is wrong', '括号没有闭合，或缩进有误'],
  MISSING_CHAR: [
    'a quotation mark is not closed, or “-”, “:” or “,” is missing',
    '引号没有闭合，或缺少“-”“:”“,”',
  ],
  DUPLICATE_KEY: ['this key is there already', '键重复'],
};

/** The value of a YAML document. Throws `InputError` with the line of the first fault. */
export async function readYaml(text: string): Promise<unknown> {
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  const fail = (offset: number, en: string, zh: string): never => {
    const { line } = lines.linePos(offset);
    throw new InputError(`Line ${line}: ${en}`, `第 ${line} 行：${zh}`);
  };

  lines.addNewLine(0);
  const parser = new yaml.Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  for (const lexeme of new yaml.Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme));
    if (parser.stack.length > DEEPEST) fail(parser.offset, 'nested too deeply', '嵌套过深');
  }
  tokens.push(...parser.end());

  const [document, second] = new yaml.Composer().compose(tokens);
  if (!document) return null;
  const [fault] = document.errors;
  if (fault) {
    const [en, zh] = reasons[fault.code] ?? [fault.message, '不是合法的 YAML'];
    fail(fault.pos[0], en, zh);
  }
  if (second)
    fail(second.range[0], 'a second document; only one can be shown', '有第二个文档；只能显示一个');
  yaml.visit(document, (_, node) => {
    if (!yaml.isNode(node)) return;
    const refused = yaml.isAlias(node)
      ? `*${node.source}`
      : node.anchor
        ? `&${node.anchor}`
        : node.tag;
    if (refused)
      fail(
        node.range?.[0] ?? 0,
        `anchors and tags are not read: “${refused}”`,
        `不支持锚点与标签：“${refused}”`,
      );
  });
  return document.toJS();
}
