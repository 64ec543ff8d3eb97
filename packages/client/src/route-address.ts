/** The route data that the client needs at run time. A noun has it in one line, without schemas. */
export type RouteAddress = ReturnType<typeof parseAddress>;

export function parseAddress(address: string) {
  const [method = "", path = "", ...marks] = address.split(" ");
  return {
    method,
    /** With `{name}` parameters. */
    path,
    /** Sent with a bearer token. */
    needsToken: !marks.includes("open"),
    hasEvents: marks.includes("events"),
    /** The body is a form, not JSON. */
    isForm: marks.includes("form"),
    /** A successful response has no body. */
    isVoid: marks.includes("void"),
    /** Media type of the response. */
    mediaType: marks.find((mark) => mark.includes("/")),
  };
}
