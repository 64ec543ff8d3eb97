/** What the client needs of a route at run time. A noun has it as one line, without the schemas. */
export interface RouteAddress {
  method: string;
  /** With `{name}` parameters. */
  path: string;
  /** Sent with a bearer token. */
  needsToken: boolean;
  hasEvents: boolean;
  /** The body is a form, not JSON. */
  isForm: boolean;
  /** A successful response has no body. */
  isVoid: boolean;
  /** Media type of the response. */
  mediaType: string | undefined;
}

export function parseAddress(address: string): RouteAddress {
  const [method = "", path = "", ...marks] = address.split(" ");
  return {
    method,
    path,
    needsToken: !marks.includes("open"),
    hasEvents: marks.includes("events"),
    isForm: marks.includes("form"),
    isVoid: marks.includes("void"),
    mediaType: marks.find((mark) => mark.includes("/")),
  };
}
