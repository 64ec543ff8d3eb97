/**
 * Keeps only the validated search parameters. The router passes a raw parameter through if a validator does not return its key, so that
 * a refused value would reach the page.
 */
export function knownSearch<Search extends object>(read: (search: Record<string, unknown>) => Search) {
  return (search: Record<string, unknown>): Search => {
    const unread = Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));
    return { ...unread, ...read(search) };
  };
}
