// Addresses of the page, without the browser: every view has one, and plain links inside the page
// change the view instead of loading it anew.

export interface Route {
  /** The parts of the path: `/xiangqi/game/3` is `['xiangqi', 'game', '3']`. */
  parts: string[];
  query: URLSearchParams;
}

export function parseAddress(pathname: string, search: string): Route {
  return {
    parts: pathname.split('/').filter(Boolean).map(decoded),
    query: new URLSearchParams(search),
  };
}

/** A part with its escapes resolved; as it is where an escape is broken. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Path and query of a link to a view of the page at `here`; nothing for other links. */
export function viewAddress(href: string, here: string): string | undefined {
  const [url, page] = [new URL(href, here), new URL(here)];
  const isView = url.origin === page.origin && !url.pathname.startsWith('/api/');
  return isView ? url.pathname + url.search : undefined;
}
