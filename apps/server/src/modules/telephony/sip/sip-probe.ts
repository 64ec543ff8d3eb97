import { createSocket } from "node:dgram";
import { newBranch, randomToken, readResponse, requestText, type SipResponse } from "./sip-message.ts";

export interface SipQuestion {
  method: "OPTIONS" | "REGISTER";
  /** Where the request is sent: an IPv4 address or a name, and a UDP port. */
  address: string;
  port: number;
  /** What is asked about. Default: the address and port. */
  uri?: string;
  /** From and To. Default: `sip:callwright@` and the own address. */
  identity?: string;
  headers?: Readonly<Record<string, string>>;
  /** Default 2000. */
  waitMs?: number;
}

const WAIT_MS = 2_000;
const AGAIN_MS = 500;

/** Asks with a SIP request over UDP, outside of calls. Resolves to the final response, or to undefined after `waitMs`. Does not fail. */
export async function askSip(question: SipQuestion): Promise<SipResponse | undefined> {
  const socket = createSocket("udp4");
  let again: NodeJS.Timeout | undefined;
  let late: NodeJS.Timeout | undefined;
  try {
    return await new Promise<SipResponse | undefined>((resolve) => {
      const branch = newBranch();
      socket.on("error", () => resolve(undefined));
      socket.on("message", (data) => {
        const response = readResponse(data.toString());
        if (response && response.status >= 200 && response.headers.get("via")?.[0]?.includes(branch)) resolve(response);
      });
      late = setTimeout(resolve, question.waitMs ?? WAIT_MS, undefined);
      // Connected, so that an address without a program answers at once, and the own address is known.
      socket.on("connect", () => {
        const text = questionText(question, socket.address(), branch);
        const send = () => socket.send(text, () => {});
        again = setInterval(send, AGAIN_MS);
        send();
      });
      socket.connect(question.port, question.address);
    });
  } finally {
    clearInterval(again);
    clearTimeout(late);
    socket.close();
  }
}

/** Whether a SIP server answers `OPTIONS` with a code from 200 to 299. Kamailio of `sip:config` does while this server is registered at it. */
export async function probeSip(address: string, port: number): Promise<boolean> {
  const response = await askSip({ method: "OPTIONS", address, port });
  return response !== undefined && response.status < 300;
}

function questionText(question: SipQuestion, own: { address: string; port: number }, branch: string): string {
  const { method, address, port, uri = `sip:${address}:${port}`, headers = {} } = question;
  const at = `${own.address}:${own.port}`;
  const identity = question.identity ?? `sip:callwright@${at}`;
  return requestText({
    method,
    uri,
    headers: [
      ["Via", `SIP/2.0/UDP ${at};rport;branch=${branch}`],
      ["Max-Forwards", "70"],
      ["From", `<${identity}>;tag=${randomToken()}`],
      ["To", `<${identity}>`],
      ["Call-ID", randomToken()],
      ["CSeq", `1 ${method}`],
      ...Object.entries(headers),
    ],
  });
}

/** How the other side sees the sender of a request (RFC 3581). Undefined: it does not tell. */
export const seenAs = ({ headers }: SipResponse): string | undefined =>
  /;received=([\d.]+)/.exec(headers.get("via")?.[0] ?? "")?.[1];
