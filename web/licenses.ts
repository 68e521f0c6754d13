// Build step: writes licenses.txt, the licence texts of all npm packages whose code or files are in
// the built page.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Folder of the package that a module belongs to: everything up to its name in node_modules. */
export function packageFolder(module: string): string | undefined {
  const found = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module.replaceAll('\\', '/'));
  return found?.[1]?.replace(/^\0+/, '');
}

/** Name, version, kind of licence and licence text of a package. */
function notice(folder: string): string {
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: string;
  };
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (!file) throw new Error(`${about.name} has no licence file`);
  const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim();
  return `${about.name} ${about.version} (${about.license ?? 'see below'})\n\n${text}\n`;
}

/** Emits licenses.txt from the modules of the bundle. */
export function licenses(root: string): Plugin {
  return {
    name: 'licenses',
    generateBundle(_, bundle) {
      const folders = new Set<string>();
      const add = (module: string) => {
        const folder = packageFolder(module);
        if (folder && existsSync(join(folder, 'package.json'))) folders.add(folder);
      };
      for (const part of Object.values(bundle))
        if (part.type === 'chunk') part.moduleIds.forEach(add);
        else part.originalFileNames.forEach((name) => add(join(root, name)));
      const notices = [...folders].map(notice).sort();
      const line = `\n${'-'.repeat(72)}\n\n`;
      const head = 'Licences of the libraries and typefaces in the page of Xun.\n';
      this.emitFile({
        type: 'asset',
        fileName: 'licenses.txt',
        source: [head, ...notices].join(line),
      });
    },
  };
}
