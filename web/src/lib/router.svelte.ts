// The address in the browser. A view reads `route`, and changes it with `go`.

import { parseAddress, viewAddress, type Route } from './address';

const read = () => parseAddress(location.pathname, location.search);

export const route = $state<{ now: Route }>({ now: read() });

/** Goes to an address of the page. `replace` adds no entry to the history. */
export function go(address: string, replace = false): void {
  if (address === location.pathname + location.search) return;
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  route.now = read();
}

addEventListener('popstate', () => (route.now = read()));

/** Lets plain links change the view without loading the page anew. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.('a');
  const modified = event.metaKey || event.ctrlKey || event.shiftKey;
  if (!link || event.defaultPrevented || event.button !== 0 || modified) return;
  if (link.target || link.hasAttribute('download')) return;
  const address = viewAddress(link.href, location.href);
  if (address === undefined) return;
  event.preventDefault();
  go(address);
}
