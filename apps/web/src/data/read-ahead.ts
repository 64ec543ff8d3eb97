/** How long a response may be used: the screen is to be there by then. */
const USABLE_MS = 10_000;

/**
 * Requests of a screen that are sent while its script still loads. `send` sends one, and `fetch` hands its response to the first
 * request for the same thing with the same token.
 */
export function createReadAhead(fetch: typeof globalThis.fetch, nowMs: () => number) {
  const sent = new Map<string, { response: Promise<Response>; atMs: number }>();
  const keyOf = (input: RequestInfo | URL, init?: RequestInit) =>
    `${init?.method ?? "GET"} ${input} ${new Headers(init?.headers).get("authorization")}`;

  const send: typeof fetch = (input, init) => {
    const response = fetch(input, init);
    const copy = response.then((original) => original.clone());
    // It is reported to the request that takes the response.
    copy.catch(() => {});
    sent.set(keyOf(input, init), { response: copy, atMs: nowMs() });
    return response;
  };
  const take: typeof fetch = (input, init) => {
    const key = keyOf(input, init);
    const known = sent.get(key);
    sent.delete(key);
    return known && nowMs() - known.atMs < USABLE_MS ? known.response : fetch(input, init);
  };
  return { send, fetch: take };
}
