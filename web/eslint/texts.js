// Rules for texts that people read: each exists in both languages. TypeScript makes sure that both
// are given (`say` and `Text` need two); these rules find text outside that mechanism and
// languages in the wrong place.

const HAN = /\p{Script=Han}/u;
const LETTERS = /\p{L}{2}/u;

/** Attributes that are read aloud or shown. */
const READ = new Set(['alt', 'aria-label', 'aria-valuetext', 'label', 'placeholder', 'title']);

/** Names and abbreviations that are the same in both languages. */
const SAME =
  /^(Xun|寻|中文|WXF|ICCS|FEN|PGN|SGF|psq|CSV|JSON|Elo|LLR|LOS|SPRT|Swap2|alpha|beta|ms)$/u;

function isSame(text) {
  return text.split(/[^\p{L}\p{N}]+/u).every((word) => !LETTERS.test(word) || SAME.test(word));
}

const noUntranslated = {
  meta: {
    type: 'problem',
    messages: { bare: 'Text {{text}} is not translated: write it with say(en, zh).' },
    schema: [],
  },
  create(context) {
    const check = (node, text) => {
      if (!isSame(text)) context.report({ node, messageId: 'bare', data: { text: text.trim() } });
    };
    return {
      SvelteText(node) {
        const inStyle = ['SvelteStyleElement', 'SvelteScriptElement'].includes(node.parent.type);
        if (!inStyle) check(node, node.value);
      },
      'SvelteAttribute > SvelteLiteral'(node) {
        if (READ.has(node.parent.key.name)) check(node, node.value);
      },
    };
  },
};

/** The fixed text of a string or template; nothing for other expressions. */
function textOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral')
    return node.quasis.map((part) => part.value.cooked).join('…');
  return undefined;
}

const bothLanguages = {
  meta: {
    type: 'problem',
    messages: {
      english: 'The English text has Chinese characters.',
      chinese: 'The Chinese text has no Chinese characters.',
    },
    schema: [],
  },
  create(context) {
    const check = (english, chinese) => {
      const [en, zh] = [textOf(english), textOf(chinese)];
      if (en === undefined || zh === undefined) return;
      if (HAN.test(en) && !isSame(en)) context.report({ node: english, messageId: 'english' });
      if (!HAN.test(zh) && !isSame(zh)) context.report({ node: chinese, messageId: 'chinese' });
    };
    return {
      "CallExpression[callee.name='say']"(node) {
        check(...node.arguments);
      },
      ObjectExpression(node) {
        const value = (name) => node.properties.find((one) => one.key?.name === name)?.value;
        if (value('en') && value('zh')) check(value('en'), value('zh'));
      },
    };
  },
};

export default {
  rules: { 'no-untranslated': noUntranslated, 'both-languages': bothLanguages },
};
