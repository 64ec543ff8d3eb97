/**
 * What a page reads from its address, and nothing else: the router passes a raw parameter through wherever a validator does not answer
 * its key, so that a value it refused would reach the page unread.
 */
export function knownSearch<Search extends object>(read: (search: Record<string, unknown>) => Search) {
  return (search: Record<string, unknown>): Search => {
    const unread = Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));
    return { ...unread, ...read(search) };
  };
}
