import { WebSocket } from "ws";
import { FakePlayer } from "./fake-player.ts";
import type { FarEnd } from "./fake-twilio-call.ts";

export interface FakeVonageCallParts {
  id: string;
  from: string;
  to: string;
  direction: "inbound" | "outbound";
  /** Where its events go: a call's own address, else that of the application. */
  eventUrl: string;
  reach(url: string): string;
  network: { hasStreams: boolean };
  /** Signs a request and sends it. Answers the NCCO that the server answers with. */
  post(url: string, body: object): Promise<{ status: number; ncco?: ConnectAction[] }>;
  track<T>(work: Promise<T>): Promise<T>;
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

/** A call as Vonage sees it: the telephone at its far end, and what the server's NCCOs make of it. */
export class FakeVonageCall {
  readonly #parts: FakeVonageCallParts;
  state: "new" | "ringing" | "answered" | "ended" = "new";
  /** The status with which it has ended. */
  status: string | undefined;
  readonly #player = new FakePlayer();
  /** Streams that were opened. */
  streams = 0;
  socket: WebSocket | undefined;
  detection: Detection | undefined;
  #ncco: ConnectAction[] = [];
  #ringLeftMs = Number.POSITIVE_INFINITY;
  #reports: Promise<unknown> = Promise.resolve();

  constructor(parts: FakeVonageCallParts) {
    this.#parts = parts;
  }

  get id(): string {
    return this.#parts.id;
  }

  /** Packets that were played to the telephone, in base64. */
  get played(): string[] {
    return this.#player.played;
  }

  get isOver(): boolean {
    return this.state === "ended";
  }

  get ticket(): string {
    return this.#ncco[0]?.endpoint[0]?.headers.ticket ?? "";
  }

  /** The server has ordered it. */
  async placed(
    farEnd: FarEnd,
    {
      ncco,
      ringing_timer: ringSeconds,
      advanced_machine_detection: detection,
    }: { ncco: ConnectAction[]; ringing_timer: number; advanced_machine_detection?: Detection },
  ): Promise<void> {
    this.#ncco = ncco;
    this.detection = detection;
    await this.#report("started");
    if (farEnd === "is busy") return this.#end("busy");
    if (farEnd === "does not exist") return this.#end("failed", { detail: "number_out_of_service" });
    if (this.isOver) return;
    this.state = "ringing";
    this.#ringLeftMs = ringSeconds * 1_000;
    await this.#report("ringing");
    if (farEnd === "declines") await this.#end("rejected", { detail: "declined" });
    if (farEnd === "is picked up") await this.pickUp();
  }

  /** Somebody calls: the server answers with an NCCO, or with none. */
  async comesIn(answerUrl: string): Promise<void> {
    this.state = "ringing";
    const { from, to, post } = this.#parts;
    void this.#report("started");
    const { ncco = [] } = await post(answerUrl, { from, to, uuid: this.id, conversation_uuid: `CON-${this.id}` });
    this.#ncco = ncco;
    if (this.isOver) return;
    if (ncco.length === 0) return this.#end("completed");
    await this.pickUp();
  }

  async pickUp(): Promise<void> {
    if (this.state !== "ringing") return;
    this.state = "answered";
    await this.#report("answered");
    await this.#connect();
  }

  /** True when it has rung for too long. */
  ringFor(ms: number): boolean {
    if (this.state !== "ringing" || this.#parts.direction === "inbound") return false;
    this.#ringLeftMs -= ms;
    if (this.#ringLeftMs > 0) return false;
    this.#later(this.#end("timeout"));
    return true;
  }

  /** The person at the telephone hangs up, or the server does. */
  hangUp(): void {
    this.#later(this.#end("completed"));
  }

  async detects(status: "human" | "machine", beep?: "beep_start" | "beep_timeout"): Promise<void> {
    await this.#report(status, beep && { sub_state: beep });
  }

  press(digit: string): void {
    this.#send({ event: "websocket:dtmf", digit, duration: 260 });
  }

  /** 20 ms, in base64. */
  say(packet: string): void {
    this.socket?.send(Buffer.from(packet, "base64"));
  }

  /** The connection breaks. */
  breakStream(): void {
    this.socket?.terminate();
  }

  drop(): void {
    this.#player.stop();
    this.socket?.removeAllListeners("close");
    this.socket?.terminate();
  }

  /** Vonage answers the request first. */
  #later(work: Promise<unknown>): void {
    void this.#parts.track(work);
  }

  async #end(status: string, more: object = {}): Promise<void> {
    if (this.isOver) return;
    this.state = "ended";
    this.status = status;
    this.#player.stop();
    this.socket?.removeAllListeners("close");
    this.socket?.close();
    await this.#report(status, more);
    // Every call that Vonage has not refused ends so.
    if (status !== "completed" && status !== "rejected") await this.#report("completed");
  }

  /** In the order in which it happened. */
  #report(status: string, more: object = {}): Promise<unknown> {
    const { post, from, to, direction, eventUrl } = this.#parts;
    const event = { from, to, uuid: this.id, conversation_uuid: `CON-${this.id}`, status, direction, ...more };
    this.#reports = this.#reports.then(() => post(eventUrl, event));
    return this.#reports;
  }

  /** Runs the NCCO. What the server answers when its stream fails or ends takes its place. */
  async #connect(): Promise<void> {
    const { reach, network, post, from } = this.#parts;
    const [action] = this.#ncco;
    const [endpoint] = action?.endpoint ?? [];
    if (!action || !endpoint) return void this.#later(this.#end("completed"));
    if (action.eventType !== "synchronous") throw new Error("Vonage would not ask how the call goes on");
    const ended = async (status: string) => {
      this.#player.stop();
      this.socket = undefined;
      if (this.isOver) return;
      const body = { from, to: endpoint.uri, uuid: `websocket-of-${this.id}`, status, headers: endpoint.headers };
      const { ncco = [] } = await post(action.eventUrl[0] ?? "", body);
      if (this.isOver) return;
      this.#ncco = ncco;
      await this.#connect();
    };
    if (!network.hasStreams) return void this.#later(ended("unanswered"));
    const socket = new WebSocket(reach(endpoint.uri));
    socket.on("error", () => {});
    socket.on("message", (data, isBinary) => this.#take(data as Buffer, isBinary));
    const opened = await new Promise<boolean>((resolve) => {
      socket.once("open", () => resolve(true));
      socket.once("close", () => resolve(false));
    });
    if (!opened) return void this.#later(ended("failed"));
    socket.once("close", () => this.#later(ended("disconnected")));
    this.socket = socket;
    this.streams += 1;
    this.#player.start((mark) => this.#send({ event: "websocket:notify", payload: { mark } }));
    this.#send({ event: "websocket:connected", "content-type": endpoint["content-type"], ...endpoint.headers });
    void post(action.eventUrl[0] ?? "", { from, to: endpoint.uri, uuid: `websocket-of-${this.id}`, status: "answered" });
  }

  #take(data: Buffer, isBinary: boolean): void {
    if (isBinary && data.length !== PACKET_BYTES) throw new Error(`Vonage would not play ${data.length} bytes`);
    if (isBinary) return void this.#player.add({ sound: data.toString("base64") });
    const { action, payload } = JSON.parse(data.toString());
    if (action === "notify") this.#player.add({ mark: payload.mark });
  }

  #send(frame: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }
}
