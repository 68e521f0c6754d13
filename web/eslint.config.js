// Rules for the page's sources. Prettier decides the layout, svelte-check the types.

import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import typescript from 'typescript-eslint';
import texts from './eslint/texts.js';
import svelteConfig from './svelte.config.js';

export default typescript.config(
  { ignores: ['node_modules/', 'src/api.ts'] },
  js.configs.recommended,
  typescript.configs.strict,
  typescript.configs.stylistic,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      // Indices that are known to lie inside an array are written `list[index]!`.
      '@typescript-eslint/no-non-null-assertion': 'off',
      'svelte/no-target-blank': 'error',
      'svelte/require-each-key': 'error',
      // Maps, sets and addresses are local values or replaced as a whole; state is in runes.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.svelte'],
    ignores: ['src/**/*.test.ts'],
    languageOptions: { globals: globals.browser },
    plugins: { texts },
    rules: { 'texts/no-untranslated': 'error', 'texts/both-languages': 'error' },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: typescript.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
  },
  {
    files: ['tests/**', 'eslint/**', '*.config.*'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    rules: { 'no-console': 'off' },
  },
);
