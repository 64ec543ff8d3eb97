import { WebSocket } from "ws";
import { FakePlayer } from "./fake-player.ts";

/** What the telephone does that is called. */
export type FarEnd = "rings" | "is busy" | "declines" | "never answers" | "is picked up" | "does not exist";

type Status = "queued" | "ringing" | "in-progress" | "busy" | "no-answer" | "failed" | "canceled" | "completed";

export interface FakeTwilioCallParts {
  sid: string;
  accountSid: string;
  from: string;
  to: string;
  direction: "inbound" | "outbound-api";
  statusCallback: string;
  /** The events that `statusCallback` gets. */
  events: readonly string[];
  sign(url: string): string;
  reach(url: string): string;
  post(url: string, form: Record<string, string>): Promise<{ status: number; text: string }>;
  track<T>(work: Promise<T>): Promise<T>;
}

const OVER: ReadonlySet<Status> = new Set(["busy", "no-answer", "failed", "canceled", "completed"]);

/** A call as Twilio sees it: the telephone at its far end, and what the server's TwiML makes of it. */
export class FakeTwilioCall {
  readonly #parts: FakeTwilioCallParts;
  status: Status = "queued";
  ringSeconds = 0;
  /** The channels of recordings that were started. */
  readonly recordings: string[] = [];
  readonly #player = new FakePlayer();
  /** Streams that were opened. */
  streams = 0;
  socket: WebSocket | undefined;
  /** Messages to the stream's server have numbers. */
  #sequence = 1;
  #streamSid = "";
  /** What the call follows. */
  twiml = "";
  #action = "";
  #ringLeftMs = Number.POSITIVE_INFINITY;
  #reports: Promise<unknown> = Promise.resolve();

  constructor(parts: FakeTwilioCallParts) {
    this.#parts = parts;
  }

  get sid(): string {
    return this.#parts.sid;
  }

  get to(): string {
    return this.#parts.to;
  }

  /** Packets that were played to the telephone, in base64. */
  get played(): string[] {
    return this.#player.played;
  }

  get isOver(): boolean {
    return OVER.has(this.status);
  }

  asJson(): object {
    const { sid, accountSid: account_sid, from, to, direction } = this.#parts;
    return { sid, account_sid, from, to, direction, status: this.status };
  }

  async placed(farEnd: FarEnd, twiml: string, ringMs: number): Promise<void> {
    this.twiml = twiml;
    await this.#report("initiated");
    if (farEnd === "is busy") return this.#end("busy");
    if (farEnd === "does not exist") return this.#end("failed", { SipResponseCode: "404" });
    if (this.isOver) return;
    this.status = "ringing";
    this.#ringLeftMs = ringMs;
    await this.#report("ringing");
    if (farEnd === "declines") await this.#end("failed", { SipResponseCode: "603" });
    if (farEnd === "is picked up") await this.pickUp();
  }

  async comesIn(voiceUrl: string): Promise<void> {
    this.status = "ringing";
    const { status, text } = await this.#parts.post(voiceUrl, this.#form());
    if (status !== 200) return this.#end("failed");
    await this.#follow(text);
  }

  async pickUp(): Promise<void> {
    if (this.status !== "ringing") return;
    this.status = "in-progress";
    await this.#report("answered");
    await this.#follow(this.twiml);
  }

  /** True when it has rung for too long. */
  ringFor(ms: number): boolean {
    if (this.status !== "ringing" || this.#parts.direction === "inbound") return false;
    this.#ringLeftMs -= ms;
    if (this.#ringLeftMs > 0) return false;
    void this.#parts.track(this.#end("no-answer"));
    return true;
  }

  /** The person at the telephone hangs up. */
  hangUp(): void {
    this.#over(this.status === "in-progress" ? "completed" : "no-answer");
  }

  /** By the REST API. */
  endedByOwner(): void {
    this.#over(this.status === "in-progress" ? "completed" : "canceled");
  }

  press(digit: string): void {
    this.#send({ event: "dtmf", dtmf: { track: "inbound_track", digit } });
  }

  /** 20 ms, in base64. */
  say(payload: string): void {
    this.#send({ event: "media", media: { track: "inbound", chunk: "1", timestamp: "1", payload } });
  }

  /** What the order asks to be found out. */
  detection: { mode: string | null; timeout: string | null; callback: string | null } | undefined;

  /** Twilio's detection tells who answered. */
  async detects(AnsweredBy: string): Promise<void> {
    const { CallStatus: _, ...form } = this.#form();
    await this.#parts.post(this.detection?.callback ?? "", { ...form, AnsweredBy, MachineDetectionDuration: "4000" });
  }

  /** The connection breaks, without a `stop`. */
  breakStream(): void {
    this.socket?.terminate();
  }

  /** Twilio notices that the connection is broken. It stays open for this server, as after a failure of the network. */
  loseStream(): void {
    this.socket?.removeAllListeners("close");
    void this.#parts.track(this.#streamOver());
  }

  drop(): void {
    this.#player.stop();
    this.socket?.removeAllListeners("close");
    this.socket?.terminate();
  }

  #over(status: Status): void {
    if (this.isOver) return;
    const wasStreaming = this.socket !== undefined;
    this.#send({ event: "stop", stop: { accountSid: this.#parts.accountSid, callSid: this.sid } });
    void this.#parts.track(this.#end(status));
    this.socket?.close();
    if (wasStreaming && this.#action !== "") void this.#parts.post(this.#action, this.#form());
  }

  async #end(status: Status, more: Record<string, string> = {}): Promise<void> {
    if (this.isOver) return;
    this.status = status;
    this.#player.stop();
    await this.#report("completed", more);
  }

  /** In the order in which it happened. */
  #report(event: string, more: Record<string, string> = {}): Promise<unknown> {
    const { statusCallback, events, post } = this.#parts;
    if (statusCallback === "" || !events.includes(event)) return this.#reports;
    const form = { ...this.#form(), ...more };
    this.#reports = this.#reports.then(() => post(statusCallback, form));
    return this.#reports;
  }

  #form(): Record<string, string> {
    const { from, to, direction } = this.#parts;
    return { CallSid: this.sid, From: from, To: to, Direction: direction, CallStatus: this.status };
  }

  /** TwiML: what the server wants. Anything else than these verbs is an error of the server. */
  async #follow(twiml: string): Promise<void> {
    if (this.isOver) return;
    const reason = /<Reject reason="(\w+)"\/>/.exec(twiml)?.[1];
    if (reason !== undefined) return this.#end(reason === "busy" ? "busy" : "no-answer");
    if (twiml.includes("<Hangup/>")) return this.#over("completed");
    const [, action, url, parameters = ""] =
      /<Response><Connect action="([^"]+)" method="POST"><Stream url="([^"]+)">(.*)<\/Stream><\/Connect><\/Response>/.exec(
        twiml,
      ) ?? [];
    if (action === undefined || url === undefined) throw new Error(`TwiML that Twilio would not follow: ${twiml}`);
    this.status = "in-progress";
    this.twiml = twiml;
    this.#action = action;
    const custom = [...parameters.matchAll(/<Parameter name="([^"]+)" value="([^"]+)"\/>/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    await this.#open(url, Object.fromEntries(custom));
  }

  async #open(url: string, customParameters: Record<string, string>): Promise<void> {
    const { sign, reach, accountSid, track } = this.#parts;
    const socket = new WebSocket(reach(url), { headers: { "X-Twilio-Signature": sign(url) } });
    socket.on("error", () => {});
    socket.on("message", (data) => this.#player.take(data));
    const opened = await new Promise<boolean>((resolve) => {
      socket.once("open", () => resolve(true));
      socket.once("close", () => resolve(false));
    });
    if (!opened) return this.#streamOver();
    socket.once("close", () => void track(this.#streamOver()));
    this.socket = socket;
    this.streams += 1;
    this.#streamSid = `MZ${this.sid.slice(2)}${this.streams}`;
    this.#player.start((name) => this.#send({ event: "mark", mark: { name } }));
    this.#send({ event: "connected", protocol: "Call", version: "1.0.0" });
    const mediaFormat = { encoding: "audio/x-mulaw", sampleRate: 8_000, channels: 1 };
    const start = {
      accountSid,
      streamSid: this.#streamSid,
      callSid: this.sid,
      tracks: ["inbound"],
      mediaFormat,
      customParameters,
    };
    this.#send({ event: "start", start });
  }

  /** The server has closed the connection, or it broke: what next? */
  async #streamOver(): Promise<void> {
    this.#player.stop();
    this.socket = undefined;
    if (this.isOver) return;
    const { text } = await this.#parts.post(this.#action, this.#form());
    await this.#follow(text);
  }

  #send(frame: object): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify({ sequenceNumber: String(this.#sequence++), streamSid: this.#streamSid, ...frame }));
  }
}
