import { FakeCall, type FakeCallParts, type FakeEnd } from "./fake-carrier.ts";

export interface FakeTwilioCallParts extends FakeCallParts {
  accountSid: string;
  statusCallback: string;
  /** The events that `statusCallback` gets. */
  events: readonly string[];
  sign(url: string): string;
  post(url: string, form: Record<string, string>): Promise<{ status: number; text: string }>;
}

/** What Twilio reports, with a code of SIP. */
const ENDS: Readonly<Record<FakeEnd, readonly [status: string, sip?: string]>> = {
  "is busy": ["busy"],
  "does not exist": ["failed", "404"],
  declines: ["failed", "603"],
  "never answers": ["no-answer"],
  "hangs up": ["no-answer"],
  "is ended": ["canceled"],
};
const EVENTS = { begins: "initiated", rings: "ringing", "is answered": "answered" } as const;
const STATUSES = { new: "queued", ringing: "ringing", answered: "in-progress" } as const;

/** A call of Twilio. It follows the TwiML of the server. */
export class FakeTwilioCall extends FakeCall<FakeTwilioCallParts> {
  #endStatus = "completed";
  ringSeconds = 0;
  /** The channels of recordings that were started. */
  readonly recordings: string[] = [];
  /** Messages to the stream's server are numbered. */
  #sequence = 1;
  #streamSid = "";
  /** The TwiML that the call runs. */
  twiml = "";
  #action = "";
  /** What the order asks to be found out. */
  detection: { mode: string | null; timeout: string | null; callback: string | null } | undefined;

  get sid(): string {
    return this.id;
  }

  get to(): string {
    return this.parts.to;
  }

  get status(): string {
    return this.state === "ended" ? this.#endStatus : STATUSES[this.state];
  }

  asJson(): object {
    const { from, to } = this.parts;
    return { sid: this.id, account_sid: this.parts.accountSid, from, to, direction: this.#direction, status: this.status };
  }

  get #direction(): string {
    return this.parts.isInbound ? "inbound" : "outbound-api";
  }

  async comesIn(voiceUrl: string): Promise<void> {
    this.state = "ringing";
    const { status, text } = await this.parts.post(voiceUrl, this.#form());
    if (status === 200) await this.#follow(text);
    else await this.end("does not exist");
  }

  protected async tell(what: keyof typeof EVENTS): Promise<void> {
    await this.#report(EVENTS[what]);
    if (what === "is answered") await this.#follow(this.twiml);
  }

  protected async tellEnd(end: FakeEnd, wasAnswered: boolean): Promise<void> {
    const [status, sip] = ENDS[end];
    this.#endStatus = wasAnswered ? "completed" : status;
    const wasStreaming = this.socket !== undefined;
    this.send({ event: "stop", stop: { accountSid: this.parts.accountSid, callSid: this.id } });
    this.socket?.close();
    const reported = this.#report("completed", sip === undefined ? {} : { SipResponseCode: sip });
    if (wasStreaming && this.#action !== "") void this.parts.post(this.#action, this.#form());
    await reported;
  }

  /** By the REST API. */
  endedByOwner(): void {
    this.later(this.end("is ended"));
  }

  press(digit: string): void {
    this.send({ event: "dtmf", dtmf: { track: "inbound_track", digit } });
  }

  /** 20 ms, in base64. */
  say(payload: string): void {
    this.send({ event: "media", media: { track: "inbound", chunk: "1", timestamp: "1", payload } });
  }

  /** Twilio's detection reports who answered. */
  async detects(AnsweredBy: string): Promise<void> {
    const { CallStatus: _, ...form } = this.#form();
    await this.parts.post(this.detection?.callback ?? "", { ...form, AnsweredBy, MachineDetectionDuration: "4000" });
  }

  /** The carrier notices a broken connection, which stays open for the server, as after a network failure. */
  loseStream(): void {
    this.socket?.removeAllListeners("close");
    this.stopPlaying();
    this.socket = undefined;
    this.later(this.streamClosed());
  }

  #report(event: string, more: Record<string, string> = {}): Promise<unknown> {
    const { statusCallback, events, post } = this.parts;
    const isWanted = statusCallback !== "" && events.includes(event);
    const form = { ...this.#form(), ...more };
    return this.inOrder(async () => isWanted && post(statusCallback, form));
  }

  #form(): Record<string, string> {
    const { from, to } = this.parts;
    return { CallSid: this.id, From: from, To: to, Direction: this.#direction, CallStatus: this.status };
  }

  /** Runs TwiML. Any verb other than these is an error of the server. */
  async #follow(twiml: string): Promise<void> {
    if (this.isOver) return;
    const reason = /<Reject reason="(\w+)"\/>/.exec(twiml)?.[1];
    if (reason !== undefined) return this.end(reason === "busy" ? "is busy" : "never answers");
    if (twiml.includes("<Hangup/>")) return this.later(this.end("hangs up"));
    const [, action, url, parameters = ""] =
      /<Response><Connect action="([^"]+)" method="POST"><Stream url="([^"]+)">(.*)<\/Stream><\/Connect><\/Response>/.exec(
        twiml,
      ) ?? [];
    if (action === undefined || url === undefined) throw new Error(`TwiML that Twilio would not follow: ${twiml}`);
    this.state = "answered";
    this.twiml = twiml;
    this.#action = action;
    if (!this.parts.network.hasStreams) return;
    const custom = [...parameters.matchAll(/<Parameter name="([^"]+)" value="([^"]+)"\/>/g)];
    if (!(await this.openStream(url, { "X-Twilio-Signature": this.parts.sign(url) }))) return this.streamClosed();
    this.#streamSid = `MZ${this.id.slice(2)}${this.streams}`;
    this.send({ event: "connected", protocol: "Call", version: "1.0.0" });
    const start = {
      accountSid: this.parts.accountSid,
      streamSid: this.#streamSid,
      callSid: this.id,
      tracks: ["inbound"],
      mediaFormat: { encoding: "audio/x-mulaw", sampleRate: 8_000, channels: 1 },
      customParameters: Object.fromEntries(custom.map(([, name, value]) => [name, value])),
    };
    this.send({ event: "start", start });
  }

  /** The server closed the connection, or it broke: asks for the next step. */
  protected async streamClosed(): Promise<void> {
    if (this.isOver) return;
    const { text } = await this.parts.post(this.#action, this.#form());
    await this.#follow(text);
  }

  protected override get envelope(): object {
    return { sequenceNumber: String(this.#sequence++), streamSid: this.#streamSid };
  }

  protected markFrame(name: string): object {
    return { event: "mark", mark: { name } };
  }
}
