import { randomUUID } from "node:crypto";
import { FakeCall, type FakeCallParts, type FakeEnd } from "./fake-carrier.ts";

export interface FakeTelnyxCallParts extends FakeCallParts {
  connectionId: string;
  /** Address for its events: the call's own, or else the application's. */
  webhookUrl: string;
  /** Signs an event and sends it. */
  post(url: string, body: object): Promise<{ status: number }>;
}

/** How a command ended, as the API answers it. */
export type CommandEnd = "ok" | "over" | "unanswered" | "unknown";

/** Telnyx' report about a call that was not answered: `hangup_cause`, and a SIP code. */
const CAUSES: Readonly<Record<FakeEnd, readonly [cause: string, sip?: string]>> = {
  "is busy": ["user_busy", "486"],
  "does not exist": ["not_found", "404"],
  declines: ["call_rejected", "603"],
  "never answers": ["timeout", "487"],
  "hangs up": ["originator_cancel"],
  "is ended": ["originator_cancel"],
};

/** A call of Telnyx. It follows the commands of the server. */
export class FakeTelnyxCall extends FakeCall<FakeTelnyxCallParts> {
  hangupCause: string | undefined;
  /** The number to which the caller was referred. */
  referredTo: string | undefined;
  /** The fields of the last order of a call or a stream. */
  order: Record<string, unknown> = {};
  #sequence = 1;
  #streamId = "";
  #chunk = 1;

  get ticket(): string {
    return String(this.order.stream_auth_token);
  }

  /** What the order asked to be found out. */
  get detection(): unknown {
    return this.order.answering_machine_detection;
  }

  /** Somebody calls. */
  async comesIn(): Promise<void> {
    this.state = "ringing";
    await this.#report("call.initiated", { direction: "incoming", state: "parked" });
  }

  protected async tell(what: "begins" | "rings" | "is answered"): Promise<void> {
    if (what === "begins") await this.#report("call.initiated", { direction: "outgoing", state: "bridging" });
    if (what !== "is answered") return;
    await this.#report("call.answered", {});
    await this.#open();
  }

  protected async tellEnd(end: FakeEnd, wasAnswered: boolean): Promise<void> {
    const [cause, sip]: readonly [string, string?] = wasAnswered ? ["normal_clearing"] : CAUSES[end];
    this.hangupCause = cause;
    this.send({ event: "stop", stop: { user_id: "u", call_control_id: this.id } });
    this.socket?.close();
    await this.#report("call.hangup", {
      state: "hangup",
      hangup_cause: cause,
      hangup_source: "unknown",
      ...(sip !== undefined && { sip_hangup_cause: sip }),
    });
  }

  /** Telnyx answers the command first. */
  command(name: string, body: Record<string, unknown>): CommandEnd {
    if (this.isOver) return "over";
    if (typeof body.webhook_url === "string") this.parts.webhookUrl = body.webhook_url;
    if (name === "hangup") this.later(this.end("is ended"));
    else if (name === "reject") this.later(this.end(body.cause === "USER_BUSY" ? "is busy" : "declines"));
    else if (name === "answer") {
      this.order = body;
      this.later(this.pickUp());
    } else if (name === "streaming_start") {
      if (this.state !== "answered") return "unanswered";
      this.order = body;
      this.later(this.#open());
    } else if (name === "refer" && this.state === "answered") {
      this.referredTo = String(body.sip_address);
      this.later(this.#report("call.refer.started", { sip_notify_response: 100 }));
    } else return "unknown";
    return "ok";
  }

  /** The caller's telephone has called the number it was referred to, and reports the result. */
  async referralEnds(code: number): Promise<void> {
    const name = code < 300 ? "completed" : "failed";
    await this.#report(`call.refer.${name}`, { sip_notify_response: code });
  }

  press(digit: string): void {
    this.send({ event: "dtmf", occurred_at: new Date().toISOString(), dtmf: { digit } });
  }

  async detects(what: "detection" | "greeting", result: string): Promise<void> {
    await this.#report(`call.machine.premium.${what}.ended`, { result });
  }

  /** 20 ms, in base64. `chunk`: its number, if it is sent out of order. */
  say(payload: string, chunk = this.#chunk++): void {
    this.send({ event: "media", media: { track: "inbound", chunk: String(chunk), timestamp: String(chunk * 20), payload } });
  }

  /** The carrier notices a broken connection, which stays open for the server, as after a network failure. */
  loseStream(): void {
    this.socket?.removeAllListeners("close");
    this.socket = undefined;
    this.later(this.#report("streaming.failed", { failure_reason: "connection_failed" }));
  }

  /** In the order in which it happened. */
  #report(event_type: string, more: object): Promise<unknown> {
    const { post, from, to, connectionId, webhookUrl: url } = this.parts;
    const payload = { call_control_id: this.id, connection_id: connectionId, from, to, client_state: null, ...more };
    const data = { record_type: "event", event_type, id: randomUUID(), occurred_at: new Date().toISOString(), payload };
    return this.inOrder(() => post(url, { data, meta: { attempt: 1, delivered_to: url } }));
  }

  async #open(): Promise<void> {
    if (!this.parts.network.hasStreams || this.order.stream_url === undefined) return;
    const { stream_url: url, stream_auth_token: token, ...order } = this.order;
    if (order.stream_bidirectional_mode !== "rtp" || order.stream_bidirectional_target_legs !== "self")
      throw new Error("Telnyx would not play the sound of the server");
    if (!(await this.openStream(String(url), { "x-telnyx-streaming-auth-token": String(token) })))
      return void (await this.#report("streaming.failed", { failure_reason: "connection_failed" }));
    this.#streamId = randomUUID();
    this.#chunk = 1;
    this.send({ event: "connected", version: "1.0.0" });
    const media_format = { encoding: order.stream_codec, sample_rate: 8_000, channels: 1 };
    this.send({ event: "start", start: { user_id: "u", call_control_id: this.id, call_session_id: "s", media_format } });
    void this.#report("streaming.started", {});
  }

  protected streamClosed(): Promise<unknown> {
    return this.#report("streaming.stopped", {});
  }

  protected override get envelope(): object {
    return { sequence_number: String(this.#sequence++), stream_id: this.#streamId };
  }

  protected markFrame(name: string): object {
    return { event: "mark", mark: { name } };
  }
}
