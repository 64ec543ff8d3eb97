import { randomBytes } from "node:crypto";

export interface SipResponse {
  status: number;
  reason: string;
  /** Method of the request, and its number. */
  cseq: string;
  /** The values of each header, by its long name in small letters. */
  headers: ReadonlyMap<string, readonly string[]>;
  body: string;
}

export interface SipRequestText {
  method: string;
  uri: string;
  /** Name and value, in order. */
  headers: readonly (readonly [name: string, value: string])[];
  /** Default: no body. */
  sdp?: string | undefined;
}

export const randomToken = () => randomBytes(8).toString("hex");
/** RFC 3261, 8.1.1.7. */
export const newBranch = () => `z9hG4bK${randomToken()}`;

export function requestText({ method, uri, headers, sdp = "" }: SipRequestText): string {
  const lines = [
    `${method} ${uri} SIP/2.0`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(sdp === "" ? [] : ["Content-Type: application/sdp"]),
    `Content-Length: ${Buffer.byteLength(sdp)}`,
  ];
  return `${lines.join("\r\n")}\r\n\r\n${sdp}`;
}

/** Compact forms of header names (RFC 3261, 7.3.3). */
const LONG_NAMES: Readonly<Record<string, string>> = {
  v: "via",
  m: "contact",
  f: "from",
  t: "to",
  i: "call-id",
  c: "content-type",
};

/** Undefined: it is no response. */
export function readResponse(text: string): SipResponse | undefined {
  const [head = "", ...body] = text.split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const [, status, reason = ""] = /^SIP\/2\.0 (\d{3}) ?(.*)$/.exec(first) ?? [];
  if (status === undefined) return undefined;
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const [, name = "", value = ""] = /^([\w-]+)\s*:\s*(.*)$/.exec(line) ?? [];
    const long = LONG_NAMES[name.toLowerCase()] ?? name.toLowerCase();
    headers.set(long, [...(headers.get(long) ?? []), value]);
  }
  return { status: Number(status), reason, cseq: headers.get("cseq")?.[0] ?? "", headers, body: body.join("\r\n\r\n") };
}
