import { randomUUID } from "node:crypto";
import { WebSocket } from "ws";
import { FakePlayer } from "./fake-player.ts";
import type { FarEnd } from "./fake-twilio-call.ts";

export interface FakeTelnyxCallParts {
  id: string;
  connectionId: string;
  from: string;
  to: string;
  direction: "incoming" | "outgoing";
  /** Where its events go: a call's own address, else that of the application. */
  webhookUrl: string;
  reach(url: string): string;
  network: { hasStreams: boolean };
  /** Signs an event and sends it. */
  post(url: string, body: object): Promise<{ status: number }>;
  track<T>(work: Promise<T>): Promise<T>;
}

/** How a command ended, as the API answers it. */
export type CommandEnd = "ok" | "over" | "unanswered" | "unknown";

/** A call as Telnyx sees it: the telephone at its far end, and what the commands of the server make of it. */
export class FakeTelnyxCall {
  readonly #parts: FakeTelnyxCallParts;
  state: "new" | "ringing" | "answered" | "ended" = "new";
  hangupCause: string | undefined;
  /** Whom its caller was asked to call instead. */
  referredTo: string | undefined;
  readonly #player = new FakePlayer();
  /** Streams that were opened. */
  streams = 0;
  socket: WebSocket | undefined;
  /** The stream that an order has named. */
  #order: Record<string, unknown> = {};
  #webhookUrl: string;
  #streamId = "";
  #sequence = 1;
  #chunk = 1;
  #ringLeftMs = Number.POSITIVE_INFINITY;
  #reports: Promise<unknown> = Promise.resolve();

  constructor(parts: FakeTelnyxCallParts) {
    this.#parts = parts;
    this.#webhookUrl = parts.webhookUrl;
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
    return String(this.#order.stream_auth_token);
  }

  /** The server has ordered it. */
  async placed(farEnd: FarEnd, order: Record<string, unknown>): Promise<void> {
    this.#order = order;
    await this.#report("call.initiated", { direction: "outgoing", state: "bridging" });
    if (farEnd === "is busy") return this.#end("user_busy", "486");
    if (farEnd === "does not exist") return this.#end("not_found", "404");
    if (this.isOver) return;
    this.state = "ringing";
    this.#ringLeftMs = Number(order.timeout_secs ?? 30) * 1_000;
    if (farEnd === "declines") await this.#end("call_rejected", "603");
    if (farEnd === "is picked up") await this.pickUp();
  }

  /** Somebody calls. */
  async comesIn(): Promise<void> {
    this.state = "ringing";
    await this.#report("call.initiated", { direction: "incoming", state: "parked" });
  }

  async command(name: string, body: Record<string, unknown>): Promise<CommandEnd> {
    if (this.isOver) return "over";
    if (typeof body.webhook_url === "string") this.#webhookUrl = body.webhook_url;
    if (name === "hangup") this.#later(this.#end(this.state === "answered" ? "normal_clearing" : "originator_cancel"));
    else if (name === "reject") this.#later(this.#end(body.cause === "USER_BUSY" ? "user_busy" : "call_rejected"));
    else if (name === "answer") {
      this.#order = body;
      this.#later(this.pickUp());
    } else if (name === "streaming_start") {
      if (this.state !== "answered") return "unanswered";
      this.#order = body;
      this.#later(this.#open());
    } else if (name === "refer" && this.state === "answered") {
      this.referredTo = String(body.sip_address);
      this.#later(this.#report("call.refer.started", { sip_notify_response: 100 }));
    } else return "unknown";
    return "ok";
  }

  /** Telnyx answers the command first. */
  #later(work: Promise<unknown>): void {
    void this.#parts.track(work);
  }

  async pickUp(): Promise<void> {
    if (this.state !== "ringing") return;
    this.state = "answered";
    await this.#report("call.answered", {});
    await this.#open();
  }

  /** True when it has rung for too long. */
  ringFor(ms: number): boolean {
    if (this.state !== "ringing" || this.#parts.direction === "incoming") return false;
    this.#ringLeftMs -= ms;
    if (this.#ringLeftMs > 0) return false;
    this.#later(this.#end("timeout", "487"));
    return true;
  }

  /** The person at the telephone hangs up. */
  hangUp(): void {
    this.#later(this.#end(this.state === "answered" ? "normal_clearing" : "originator_cancel"));
  }

  /** The caller's telephone has called whom it was referred to, and says how that ended. */
  async referralEnds(code: number): Promise<void> {
    const name = code < 300 ? "completed" : "failed";
    await this.#report(`call.refer.${name}`, { sip_notify_response: code });
  }

  press(digit: string): void {
    this.#send({ event: "dtmf", occurred_at: new Date().toISOString(), dtmf: { digit } });
  }

  /** What the order asked to be found out. */
  get detection(): unknown {
    return this.#order.answering_machine_detection;
  }

  async detects(what: "detection" | "greeting", result: string): Promise<void> {
    await this.#report(`call.machine.premium.${what}.ended`, { result });
  }

  /** 20 ms, in base64. `chunk`: its place, when it is sent out of order. */
  say(payload: string, chunk = this.#chunk++): void {
    this.#send({ event: "media", media: { track: "inbound", chunk: String(chunk), timestamp: String(chunk * 20), payload } });
  }

  /** The connection breaks. */
  breakStream(): void {
    this.socket?.terminate();
  }

  /** Telnyx notices that the connection is broken. It stays open for the server, as after a failure of the network. */
  loseStream(): void {
    this.socket?.removeAllListeners("close");
    this.socket = undefined;
    this.#later(this.#report("streaming.failed", { failure_reason: "connection_failed" }));
  }

  drop(): void {
    this.#player.stop();
    this.socket?.removeAllListeners("close");
    this.socket?.terminate();
  }

  async #end(cause: string, sip?: string): Promise<void> {
    if (this.isOver) return;
    this.state = "ended";
    this.hangupCause = cause;
    this.#player.stop();
    this.#send({ event: "stop", stop: { user_id: "u", call_control_id: this.id } });
    this.socket?.close();
    await this.#report("call.hangup", {
      state: "hangup",
      hangup_cause: cause,
      hangup_source: "unknown",
      ...(sip !== undefined && { sip_hangup_cause: sip }),
    });
  }

  /** In the order in which it happened. */
  #report(event_type: string, more: object): Promise<unknown> {
    const { post, from, to, connectionId } = this.#parts;
    const payload = { call_control_id: this.id, connection_id: connectionId, from, to, client_state: null, ...more };
    const data = { record_type: "event", event_type, id: randomUUID(), occurred_at: new Date().toISOString(), payload };
    const url = this.#webhookUrl;
    this.#reports = this.#reports.then(() => post(url, { data, meta: { attempt: 1, delivered_to: url } }));
    return this.#reports;
  }

  async #open(): Promise<void> {
    const { reach, track, network } = this.#parts;
    if (!network.hasStreams || this.#order.stream_url === undefined) return;
    const { stream_url: url, stream_auth_token: token, ...order } = this.#order;
    if (order.stream_bidirectional_mode !== "rtp" || order.stream_bidirectional_target_legs !== "self")
      throw new Error("Telnyx would not play the sound of the server");
    const socket = new WebSocket(reach(String(url)), { headers: { "x-telnyx-streaming-auth-token": String(token) } });
    socket.on("error", () => {});
    socket.on("message", (data) => this.#player.take(data));
    const opened = await new Promise<boolean>((resolve) => {
      socket.once("open", () => resolve(true));
      socket.once("close", () => resolve(false));
    });
    if (!opened) return void (await this.#report("streaming.failed", { failure_reason: "connection_failed" }));
    socket.once("close", () => {
      this.#player.stop();
      this.socket = undefined;
      if (!this.isOver) void track(this.#report("streaming.stopped", {}));
    });
    this.socket = socket;
    this.streams += 1;
    this.#streamId = randomUUID();
    this.#chunk = 1;
    this.#player.start((name) => this.#send({ event: "mark", mark: { name } }));
    this.#send({ event: "connected", version: "1.0.0" });
    const media_format = { encoding: order.stream_codec, sample_rate: 8_000, channels: 1 };
    this.#send({ event: "start", start: { user_id: "u", call_control_id: this.id, call_session_id: "s", media_format } });
    void this.#report("streaming.started", {});
  }

  #send(frame: object): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify({ sequence_number: String(this.#sequence++), stream_id: this.#streamId, ...frame }));
  }
}
