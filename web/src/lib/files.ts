// Files of the reader: choosing, saving, copying.

export function saveFile(name: string, content: Blob | string, type = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Endings of the game files that are read. */
export const GAME_FILES = {
  xiangqi: ['.pgn', '.fen', '.txt', '.xqf', '.cbr', '.cbl', '.cbf', '.ubb'],
  gomoku: ['.sgf', '.psq', '.txt'],
};

/**
 * The text of a game file. A file of Xiangqi that is not in UTF-8 comes as a `data:` address, since
 * the server knows its formats; one of Gomoku is text in any case.
 */
export async function contentsOf(file: Blob, game: keyof typeof GAME_FILES): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Another encoding, or no text.
  }
  if (game === 'gomoku') return new TextDecoder('gb18030').decode(bytes);
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return `data:application/octet-stream;base64,${btoa(letters)}`;
}

export function chooseFile(accept: string): Promise<File | undefined> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = accept;
    input.onchange = () => resolve(input.files?.[0]);
    input.oncancel = () => resolve(undefined);
    input.click();
  });
}

/** The presentation properties of SVG: everything that a style sheet may change in a drawing. */
const DRAWN = [
  'color',
  'display',
  'dominant-baseline',
  'fill',
  'fill-opacity',
  'fill-rule',
  'font-family',
  'font-size',
  'font-style',
  'font-variant-numeric',
  'font-weight',
  'letter-spacing',
  'opacity',
  'paint-order',
  'stop-color',
  'stop-opacity',
  'stroke',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'stroke-width',
  'text-anchor',
  'vector-effect',
  'visibility',
];

/** The picture of an SVG element with the page's resolved styles written into it. */
export function pictureOf(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const from = [svg, ...svg.querySelectorAll<SVGElement>('*')];
  const to = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  from.forEach((element, index) => {
    const style = getComputedStyle(element);
    const target = to[index]!;
    target.removeAttribute('class');
    target.removeAttribute('style');
    for (const name of DRAWN) {
      const value = style.getPropertyValue(name);
      if (value) target.setAttribute(name, value);
    }
  });
  for (const gone of copy.querySelectorAll('[data-live]')) gone.remove();
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.setAttribute('opacity', '1');
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return new XMLSerializer().serializeToString(copy);
}

export async function pngOf(svg: SVGSVGElement, width = 1200): Promise<Blob | null> {
  const box = svg.viewBox.baseVal;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(pictureOf(svg))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round((width * box.height) / box.width);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
