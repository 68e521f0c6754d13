import { describe, expect, it } from 'vitest';
import { InputError } from '../../lib/text';
import { readYaml } from './yaml';

async function faultOf(text: string): Promise<InputError> {
  const error = await readYaml(text).catch((fault: unknown) => fault);
  expect(error, text.slice(0, 40)).toBeInstanceOf(InputError);
  return error as InputError;
}

describe('readYaml', () => {
  it('reads mappings and lists, in blocks and in brackets', async () => {
    const text = [
      '# a small search',
      "version: '1.4.0'",
      'events:',
      '  - { type: source, id: 1, x: 0, y: 0 }',
      '  - type: expanding',
      '    id: 1',
      '    pId: null # the root',
      '  -',
      '    type: "end"',
      '    x: [1,',
      '        2]',
    ].join('\n');
    expect(await readYaml(text)).toEqual({
      version: '1.4.0',
      events: [
        { type: 'source', id: 1, x: 0, y: 0 },
        { type: 'expanding', id: 1, pId: null },
        { type: 'end', x: [1, 2] },
      ],
    });
  });

  it('tells numbers, truth values and nothing from texts', async () => {
    const text = "a: 1\nb: -2.5\nc: 1e3\nd: true\ne: ~\nf: '1'\ng: it's\nh: a#b\ni: .5\nj:\n";
    expect(await readYaml(text)).toEqual({
      a: 1,
      b: -2.5,
      c: 1000,
      d: true,
      e: null,
      f: '1',
      g: "it's",
      h: 'a#b',
      i: 0.5,
      j: null,
    });
  });

  it('reads block texts and a list as far left as its key', async () => {
    const text = 'fill: >-\n  ${{ theme.accent }}\nnote: |-\n  one\n  two\nlist:\n- 1\n- 2\n';
    expect(await readYaml(text)).toEqual({
      fill: '${{ theme.accent }}',
      note: 'one\ntwo',
      list: [1, 2],
    });
  });

  it('reads one document between its marks', async () => {
    expect(await readYaml('%YAML 1.2\n---\na: 1\n...\n')).toEqual({ a: 1 });
    expect(await readYaml('')).toBeNull();
  });

  it('names the line of a fault, in both languages', async () => {
    const fault = await faultOf('events:\n  - type: x\n   y: 1\n');
    expect(fault.words.en).toMatch(/^Line 3: /);
    expect(fault.words.zh).toMatch(/^第 3 行：/);
  });

  it.each([
    ['a: 1\n---\nb: 2\n', 'second document', '第二个文档'],
    ['a:\n\t- 1\n', 'tab', '制表符'],
    ['events:\n  - {x: 1\n', 'is not closed', '没有闭合'],
    ['a: [1, 2\n', 'is not closed', '没有闭合'],
    ['a: "x\n', 'is not closed', '没有闭合'],
    ['a: 1\na: 2\n', 'key', '键重复'],
    ['events: &all\n  - 1\n', '“&all”', '“&all”'],
    ['a: &x 1\nb: *x\n', '“&x”', '锚点'],
    ['a: !foo 1\n', '“!foo”', '标签'],
    ['a: @x\n', 'reserved character', '不是合法的 YAML'],
  ])('refuses %j', async (text, en, zh) => {
    const fault = await faultOf(text);
    expect(fault.words.en).toContain(en);
    expect(fault.words.zh).toContain(zh);
  });

  it('refuses what is nested too deeply', async () => {
    for (const open of ['[', '- ', '{a: '])
      expect((await faultOf(open.repeat(20_000))).words.zh).toContain('嵌套过深');
  });
});
