import { FakeCall, type FakeCallParts, type FakeEnd } from "./fake-carrier.ts";

export interface FakeVonageCallParts extends FakeCallParts {
  /** Address for its events: the call's own, or else the application's. */
  eventUrl: string;
  /** Signs a request and sends it. Returns the NCCO of the answer. */
  post(url: string, body: object): Promise<{ status: number; ncco?: ConnectAction[] }>;
}

export interface ConnectAction {
  action: string;
  eventType: string;
  eventUrl: string[];
  endpoint: { type: string; uri: string; "content-type": string; headers: Record<string, string> }[];
}

/** What an order asks to be found out. With `default` the NCCO begins at once, and reports follow. */
export interface Detection {
  behavior: "continue" | "hangup";
  mode: "default" | "detect" | "detect_beep";
  beep_timeout?: number;
}

/** 20 ms of 16-bit linear PCM at 8 kHz. */
const PACKET_BYTES = 320;
const EVENTS = { begins: "started", rings: "ringing", "is answered": "answered" } as const;
const ENDS: Readonly<Record<FakeEnd, readonly [status: string, detail?: string]>> = {
  "is busy": ["busy"],
  "does not exist": ["failed", "number_out_of_service"],
  declines: ["rejected", "declined"],
  "never answers": ["timeout"],
  "hangs up": ["completed"],
  "is ended": ["completed"],
};

/** A call of Vonage. It follows the NCCOs of the server. */
export class FakeVonageCall extends FakeCall<FakeVonageCallParts> {
  /** The status with which it has ended. */
  status: string | undefined;
  detection: Detection | undefined;
  ncco: ConnectAction[] = [];

  get ticket(): string {
    return this.ncco[0]?.endpoint[0]?.headers.ticket ?? "";
  }

  /** Somebody calls: the server answers with an NCCO, or with none. */
  async comesIn(answerUrl: string): Promise<void> {
    this.state = "ringing";
    const { from, to, post } = this.parts;
    void this.#report("started");
    const { ncco = [] } = await post(answerUrl, { from, to, uuid: this.id, conversation_uuid: `CON-${this.id}` });
    this.ncco = ncco;
    if (this.isOver) return;
    if (ncco.length === 0) return this.end("hangs up");
    await this.pickUp();
  }

  protected async tell(what: keyof typeof EVENTS): Promise<void> {
    await this.#report(EVENTS[what]);
    if (what === "is answered") await this.#connect();
  }

  protected async tellEnd(end: FakeEnd): Promise<void> {
    const [status, detail] = ENDS[end];
    this.status = status;
    this.socket?.removeAllListeners("close");
    this.socket?.close();
    await this.#report(status, detail === undefined ? {} : { detail });
    // Every call that Vonage did not refuse ends with this status.
    if (status !== "completed" && status !== "rejected") await this.#report("completed");
  }

  async detects(status: "human" | "machine", beep?: "beep_start" | "beep_timeout"): Promise<void> {
    await this.#report(status, beep && { sub_state: beep });
  }

  press(digit: string): void {
    this.send({ event: "websocket:dtmf", digit, duration: 260 });
  }

  /** 20 ms, in base64. */
  say(packet: string): void {
    this.socket?.send(Buffer.from(packet, "base64"));
  }

  /** In the order in which it happened. */
  #report(status: string, more: object = {}): Promise<unknown> {
    const { post, from, to, isInbound, eventUrl } = this.parts;
    const direction = isInbound ? "inbound" : "outbound";
    const event = { from, to, uuid: this.id, conversation_uuid: `CON-${this.id}`, status, direction, ...more };
    return this.inOrder(() => post(eventUrl, event));
  }

  /** Runs the NCCO. */
  async #connect(): Promise<void> {
    const [action] = this.ncco;
    const [endpoint] = action?.endpoint ?? [];
    if (!action || !endpoint) return void this.later(this.end("hangs up"));
    if (action.eventType !== "synchronous") throw new Error("Vonage would not ask how the call goes on");
    if (!this.parts.network.hasStreams) return void this.later(this.#ask("unanswered"));
    if (!(await this.openStream(endpoint.uri))) return void this.later(this.#ask("failed"));
    this.send({ event: "websocket:connected", "content-type": endpoint["content-type"], ...endpoint.headers });
    void this.#tellOfStream("answered");
  }

  protected streamClosed(): Promise<void> {
    return this.#ask("disconnected");
  }

  /** The server's answer to a failed or ended stream replaces the NCCO. */
  async #ask(status: string): Promise<void> {
    if (this.isOver) return;
    const { ncco = [] } = await this.#tellOfStream(status);
    if (this.isOver) return;
    this.ncco = ncco;
    await this.#connect();
  }

  #tellOfStream(status: string): Promise<{ ncco?: ConnectAction[] }> {
    const [action] = this.ncco;
    const { uri, headers } = action?.endpoint[0] ?? {};
    const body = { from: this.parts.from, to: uri, uuid: `websocket-of-${this.id}`, status, headers };
    return this.parts.post(action?.eventUrl[0] ?? "", body);
  }

  protected override hear(data: Buffer, isBinary: boolean): void {
    if (isBinary && data.length !== PACKET_BYTES) throw new Error(`Vonage would not play ${data.length} bytes`);
    if (isBinary) return void this.play({ sound: data.toString("base64") });
    const { action, payload } = JSON.parse(data.toString());
    if (action === "notify") this.play({ mark: payload.mark });
  }

  protected markFrame(mark: string): object {
    return { event: "websocket:notify", payload: { mark } };
  }
}
