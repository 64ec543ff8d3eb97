import { createSocket, type Socket } from "node:dgram";
import { newBranch, randomToken, readResponse, requestText, type SipResponse } from "./sip-message.ts";

export interface SipCallerOptions {
  /** Where all requests are sent: an IPv4 address and a UDP port. */
  address: string;
  port: number;
  /** The own address. Default: the one that reaches `address`. */
  from?: string;
}

const AGAIN_MS = 500;
const WAIT_MS = 15_000;

interface Pending {
  resolve(response: SipResponse | undefined): void;
  onProvisional(response: SipResponse): void;
}

/**
 * A telephone over UDP that makes one call: for tests of the line, with no more of SIP than Kamailio needs. Responses are undefined when nothing
 * is answered within 15 seconds.
 */
export class SipCaller {
  readonly #socket: Socket;
  readonly #options: SipCallerOptions;
  readonly #callId = randomToken();
  readonly #tag = randomToken();
  readonly #pending = new Map<string, Pending>();
  #number = 0;
  #uri = "";
  #invite: { branch: string; cseq: number } | undefined;
  #to = "";
  #contact: string | undefined;
  #routes: string[] = [];

  private constructor(socket: Socket, options: SipCallerOptions) {
    this.#socket = socket;
    this.#options = options;
    socket.on("message", (data, { port, address }) => this.#take(data.toString(), port, address));
    // An address without a program answers like that, and the request then gets no response.
    socket.on("error", () => {});
  }

  static async open(options: SipCallerOptions): Promise<SipCaller> {
    const socket = createSocket("udp4");
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.bind(0, options.from ?? "127.0.0.1", () => {
        socket.off("error", reject);
        resolve();
      });
    });
    return new SipCaller(socket, options);
  }

  get callId(): string {
    return this.#callId;
  }

  /** Calls, and confirms the final answer. `onSent` runs after the first sending, before any answer. */
  async invite(uri: string, sdp: string | undefined, headers: Headers = [], onSent = () => {}): Promise<SipResponse | undefined> {
    this.#uri = uri;
    this.#to = `<${uri}>`;
    return this.#send("INVITE", { uri, sdp, headers, onSent });
  }

  /** A request in the call. An INVITE is confirmed. */
  request(method: string, sdp?: string, headers: Headers = []): Promise<SipResponse | undefined> {
    return this.#send(method, { uri: this.#contact ?? this.#uri, sdp, headers });
  }

  /** Takes the call back, before it is answered. */
  cancel(): Promise<SipResponse | undefined> {
    return this.#send("CANCEL", { uri: this.#uri, headers: [], invite: this.#invite });
  }

  close(): void {
    for (const { resolve } of this.#pending.values()) resolve(undefined);
    this.#socket.close();
  }

  #send(
    method: string,
    request: {
      uri: string;
      sdp?: string | undefined;
      headers: Headers;
      invite?: { branch: string; cseq: number } | undefined;
      onSent?: () => void;
    },
  ): Promise<SipResponse | undefined> {
    const { branch, cseq } = request.invite ?? { branch: newBranch(), cseq: ++this.#number };
    if (method === "INVITE") this.#invite = { branch, cseq };
    const text = this.#text(method, request.uri, branch, cseq, request.headers, request.sdp);
    const key = `${cseq} ${method}`;
    return new Promise((resolve) => {
      const send = () => this.#write(text);
      const again = setInterval(send, AGAIN_MS);
      const late = setTimeout(() => settle(undefined), WAIT_MS);
      const settle = (response: SipResponse | undefined) => {
        clearInterval(again);
        clearTimeout(late);
        this.#pending.delete(key);
        resolve(response);
      };
      this.#pending.set(key, { resolve: settle, onProvisional: () => clearInterval(again) });
      send();
      request.onSent?.();
    });
  }

  #text(method: string, uri: string, branch: string, cseq: number, headers: Headers, sdp?: string): string {
    const { port, address } = this.#socket.address();
    const at = `${address}:${port}`;
    return requestText({
      method,
      uri,
      sdp,
      headers: [
        ["Via", `SIP/2.0/UDP ${at};rport;branch=${branch}`],
        ["Max-Forwards", "70"],
        ["From", `<sip:${this.#tag}@${at}>;tag=${this.#tag}`],
        ["To", this.#to],
        ["Call-ID", this.#callId],
        ["CSeq", `${cseq} ${method}`],
        ["Contact", `<sip:${this.#tag}@${at}>`],
        ...this.#routes.map((route) => ["Route", route] as const),
        ...headers,
      ],
    });
  }

  #write(text: string): void {
    this.#socket.send(text, this.#options.port, this.#options.address, () => {});
  }

  #take(text: string, port: number, address: string): void {
    const response = readResponse(text);
    const pending = response && this.#pending.get(response.cseq);
    if (!response) this.#answer(text, port, address);
    else if (response.status < 200) pending?.onProvisional(response);
    else {
      if (response.cseq.endsWith(" INVITE")) this.#acknowledge(response);
      pending?.resolve(response);
    }
  }

  #acknowledge(response: SipResponse): void {
    const isTaken = response.status < 300;
    const cseq = Number.parseInt(response.cseq, 10);
    if (isTaken && this.#contact === undefined) {
      this.#to = response.headers.get("to")?.[0] ?? this.#to;
      this.#contact = /<([^>]+)>/.exec(response.headers.get("contact")?.[0] ?? "")?.[1];
      const recorded = response.headers.get("record-route") ?? [];
      this.#routes = recorded.flatMap((line) => line.split(",").map((route) => route.trim())).reverse();
    }
    // The confirmation of a refusal belongs to the INVITE (RFC 3261, 17.1.1.3).
    const to = this.#to;
    if (!isTaken) this.#to = response.headers.get("to")?.[0] ?? to;
    const branch = isTaken ? newBranch() : (this.#invite?.branch ?? newBranch());
    this.#write(this.#text("ACK", (isTaken ? this.#contact : undefined) ?? this.#uri, branch, cseq, []));
    this.#to = to;
  }

  /** The other side hangs up. */
  #answer(text: string, port: number, address: string): void {
    const [first = "", ...lines] = (text.split("\r\n\r\n")[0] ?? "").split("\r\n");
    if (first.startsWith("ACK ")) return;
    const kept = lines.filter((line) => /^(?:via|from|to|call-id|cseq)\s*:/i.test(line));
    this.#socket.send(`SIP/2.0 200 OK\r\n${kept.join("\r\n")}\r\nContent-Length: 0\r\n\r\n`, port, address, () => {});
  }
}

type Headers = readonly (readonly [name: string, value: string])[];
