import { createSocket, type Socket } from "node:dgram";
import { until } from "./until.ts";

interface SipMessage {
  /** Of a response. */
  code: number;
  /** Of a request. */
  method: string;
  headers: ReadonlyMap<string, string>;
  /** The values of headers that may be repeated, in order. */
  all(name: string): string[];
  body: string;
}

/** How a telephone answers a call, step by step. */
interface SipAnswer {
  code: number;
  reason: string;
  headers?: string;
  sdp?: string;
  /** Milliseconds of waiting before it. */
  afterMs?: number;
}

/** A SIP peer of a test that sends the messages that the test writes, by UDP, from one address. It handles one call at a time. */
export class SipPeer {
  readonly #socket: Socket = createSocket("udp4");
  readonly #server: string;
  /** Every message that arrived, in order. */
  readonly seen: SipMessage[] = [];
  /** How it answers an INVITE. */
  answers: readonly SipAnswer[] = [];
  #own = "";
  #callId = "";
  #cseq = 0;
  #from = "";
  #to = "";
  #target = "";
  #routes: string[] = [];
  #sdpOfAck: string | undefined;

  /** `server`: the address and port that it calls. */
  constructor(server: string) {
    this.#server = server;
  }

  async open(address: string, port = 0): Promise<void> {
    await new Promise<void>((resolve) => this.#socket.bind(port, address, resolve));
    this.#own = `${address}:${this.#socket.address().port}`;
    this.#socket.on("message", (data, { port: sender, address: host }) => this.#receive(data.toString(), `${host}:${sender}`));
  }

  get callId(): string {
    return this.#callId;
  }

  get port(): number {
    return this.#socket.address().port;
  }

  /** An SDP with these sections, or lines, of the media. */
  sdp(...media: string[]): string {
    const [host] = this.#own.split(":");
    return ["v=0", `o=- 1 ${++this.#cseq} IN IP4 ${host}`, "s=-", `c=IN IP4 ${host}`, "t=0 0", ...media, ""].join("\r\n");
  }

  /** Calls, and returns the final answer, which it acknowledges. `sdpOfAck`: its answer to an offer in the 200. */
  async invite(
    user: string,
    { sdp, from, headers = "", sdpOfAck }: { sdp?: string; from?: string; headers?: string; sdpOfAck?: string } = {},
  ): Promise<SipMessage> {
    this.#callId = `${Math.random().toString(36).slice(2)}@${this.#own}`;
    this.#from = `${from ?? `<sip:+14155550199@${this.#own}>`};tag=${Math.random().toString(36).slice(2)}`;
    this.#to = `<sip:${user}@${this.#server}>`;
    this.#target = `sip:${user}@${this.#server}`;
    this.#routes = [];
    this.#sdpOfAck = sdpOfAck;
    return this.#request("INVITE", { sdp, headers });
  }

  /** Sends an INVITE inside the call. */
  reinvite(sdp?: string, sdpOfAck?: string): Promise<SipMessage> {
    this.#sdpOfAck = sdpOfAck;
    return this.#request("INVITE", { sdp });
  }

  request(method: string, headers = ""): Promise<SipMessage> {
    return this.#request(method, { headers });
  }

  bye(): Promise<SipMessage> {
    return this.#request("BYE");
  }

  async #request(
    method: string,
    { sdp, headers = "" }: { sdp?: string | undefined; headers?: string } = {},
  ): Promise<SipMessage> {
    const cseq = ++this.#cseq;
    const before = this.seen.length;
    this.#send(`${method} ${this.#target} SIP/2.0`, { cseq: `${cseq} ${method}`, branch: `${cseq}`, headers, sdp });
    const answer = () =>
      this.seen.slice(before).find(({ code, headers: of }) => code >= 200 && of.get("cseq") === `${cseq} ${method}`);
    await until(() => answer() !== undefined, `${method} is answered`);
    const final = answer() as SipMessage;
    if (method !== "INVITE") return final;
    if (final.code < 300) {
      this.#to = final.headers.get("to") ?? "";
      // Only the first answer of a call sets its route (RFC 3261, 12.2).
      if (this.#routes.length === 0) this.#routes = final.all("record-route").reverse();
      this.#target = /<([^>]+)>/.exec(final.headers.get("contact") ?? "")?.[1] ?? this.#target;
    }
    this.#send(`ACK ${this.#target} SIP/2.0`, {
      cseq: `${cseq} ACK`,
      // The ACK of a refusal belongs to the request's transaction (RFC 3261, 17.1.1.3).
      branch: final.code < 300 ? `${cseq}ack` : `${cseq}`,
      to: final.headers.get("to"),
      sdp: final.code < 300 ? this.#sdpOfAck : undefined,
    });
    return final;
  }

  #send(
    start: string,
    {
      cseq,
      branch,
      headers = "",
      sdp = "",
      to = this.#to,
    }: Record<"cseq" | "branch", string> & Record<string, string | undefined>,
  ): void {
    const lines = [
      start,
      `Via: SIP/2.0/UDP ${this.#own};branch=z9hG4bK${branch}${this.#callId.split("@")[0]}`,
      "Max-Forwards: 70",
      ...this.#routes.map((route) => `Route: ${route}`),
      `From: ${this.#from}`,
      `To: ${to}`,
      `Call-ID: ${this.#callId}`,
      `CSeq: ${cseq}`,
      `Contact: <sip:x@${this.#own}>`,
      ...(sdp === "" ? [] : ["Content-Type: application/sdp"]),
      `Content-Length: ${sdp.length}`,
    ];
    this.#write(`${lines.join("\r\n")}\r\n${headers}\r\n${sdp}`, this.#server);
  }

  #write(text: string, to: string): void {
    const [host = "", port = ""] = to.split(":");
    this.#socket.send(text, Number(port), host);
  }

  #receive(text: string, sender: string): void {
    const message = parse(text);
    const { method } = message;
    // An INVITE that is sent again.
    const isRepeated = this.seen.some(
      (each) => each.method !== "" && each.method === method && each.headers.get("cseq") === message.headers.get("cseq"),
    );
    this.seen.push(message);
    if (method === "" || method === "ACK" || isRepeated) return;
    if (method === "INVITE") void this.#play(message, sender);
    else {
      this.#answer(message, sender, { code: 200, reason: "OK" });
      if (method === "CANCEL") {
        const invite = this.seen.find((each) => each.method === "INVITE");
        if (invite) this.#answer(invite, sender, { code: 487, reason: "Request Terminated" });
      }
    }
  }

  async #play(invite: SipMessage, sender: string): Promise<void> {
    for (const answer of this.answers) {
      const { afterMs = 0 } = answer;
      if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
      if (this.seen.some(({ method }) => method === "CANCEL")) return;
      this.#answer(invite, sender, answer);
    }
  }

  #answer(request: SipMessage, to: string, { code, reason, headers = "", sdp = "" }: SipAnswer): void {
    const { headers: of } = request;
    const tag = /;tag=/.test(of.get("to") ?? "") ? "" : ";tag=peer";
    const lines = [
      `SIP/2.0 ${code} ${reason}`,
      ...request.all("via").map((via) => `Via: ${via}`),
      ...request.all("record-route").map((route) => `Record-Route: ${route}`),
      `From: ${of.get("from")}`,
      `To: ${of.get("to")}${code > 100 ? tag : ""}`,
      `Call-ID: ${of.get("call-id")}`,
      `CSeq: ${of.get("cseq")}`,
      `Contact: <sip:peer@${this.#own}>`,
      ...(sdp === "" ? [] : ["Content-Type: application/sdp"]),
      `Content-Length: ${sdp.length}`,
    ];
    this.#write(`${lines.join("\r\n")}\r\n${headers}\r\n${sdp}`, to);
  }

  close(): void {
    this.#socket.close();
  }
}

function parse(text: string): SipMessage {
  const [head = "", body = ""] = text.split(/\r\n\r\n([\s\S]*)/);
  const [start = "", ...lines] = head.split("\r\n");
  const fields = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return {
    code: Number(/^SIP\/2\.0 (\d{3})/.exec(start)?.[1] ?? 0),
    method: /^([A-Z]+) .* SIP\/2\.0$/.exec(start)?.[1] ?? "",
    headers: new Map([...fields].reverse()),
    all: (name) => fields.filter(([each]) => each === name).flatMap(([, value]) => value.split(/,\s*(?=<)/)),
    body,
  };
}
