// Every view has an address. A view reads `route`, and changes it with `go`.

interface Route {
  /** The address's parts: `/xiangqi/game/3` is `['xiangqi', 'game', '3']`. */
  parts: string[];
  query: URLSearchParams;
}

function read(): Route {
  return {
    parts: location.pathname.split('/').filter(Boolean).map(decodeURIComponent),
    query: new URLSearchParams(location.search),
  };
}

export const route = $state<{ now: Route }>({ now: read() });

/** Goes to an address of the page. `replace` leaves no trace in the history. */
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
  const plain =
    !event.defaultPrevented &&
    event.button === 0 &&
    !event.metaKey &&
    !event.ctrlKey &&
    !event.shiftKey;
  if (!link || !plain || link.target || link.hasAttribute('download')) return;
  const url = new URL(link.href, location.href);
  if (url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  event.preventDefault();
  go(url.pathname + url.search);
}
