// The report in its frame: written in the page's typeface. Alone in a tab or printed from a file it
// has the system's.

/** The page's own files of a typeface, with the characters that each serves. */
function fontFaces(family: string): { address: string; weight: string; unicodeRange: string }[] {
  return [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules].map((rule) => ({ rule, base: sheet.href })))
    .flatMap(({ rule, base }) => {
      if (!(rule instanceof CSSFontFaceRule)) return [];
      const value = (name: string) => rule.style.getPropertyValue(name);
      const path = /url\(["']?([^"')]+)/.exec(value('src'))?.[1];
      if (!path || value('font-family').replace(/["']/g, '') !== family) return [];
      const address = new URL(path, base ?? location.href).href;
      return [
        {
          address,
          weight: value('font-weight'),
          unicodeRange: value('unicode-range') || 'U+0-10FFFF',
        },
      ];
    });
}

/**
 * Gives a framed report the page's typeface. The report may load no fonts itself, so they are handed
 * over as bytes.
 */
export async function dress(frame: HTMLIFrameElement): Promise<void> {
  const inside = frame.contentDocument;
  if (!inside?.body) return;
  const style = inside.createElement('style');
  const sans = getComputedStyle(document.documentElement).getPropertyValue('--sans');
  style.textContent = [
    `body { max-width: 1080px; font-family: ${sans}; }`,
    `figure svg, figure svg * { font-family: ${sans}; }`,
    'a { color: inherit; }',
  ].join(' ');
  inside.head.append(style);
  const families = /^en/.test(document.documentElement.lang)
    ? ['Inter Variable', 'Inter Punctuation']
    : ['Inter Variable'];
  for (const family of families)
    for (const { address, weight, unicodeRange } of fontFaces(family)) {
      const bytes = await fetch(address).then((answer) => answer.arrayBuffer());
      inside.fonts.add(await new FontFace(family, bytes, { weight, unicodeRange }).load());
    }
}
