import { randomUUID } from "node:crypto";
import { ENDED_REASONS } from "@callwright/contract";
import type { CarrierInput } from "@callwright/engine";
import type { PhoneMedia } from "../../calls/hosted-call.ts";
import type { CarrierSays, PhoneCall, PhoneCallEnd, PhoneCallListener } from "../phone-line.ts";
import type { StreamEnd, TwilioStream } from "./twilio-stream.ts";

export interface TwilioLegOptions {
  numberId: string;
  /** The call at Twilio, when somebody calls us. */
  sid?: string;
  /** Ends the call at Twilio, once `lastWords` resolves. */
  endAtTwilio(sid: string, lastWords?: Promise<void>): void;
  /** How long a call without its stream waits for another one. */
  reconnectMs: number;
  /** The leg has ended, on either side. */
  onOver(leg: TwilioLeg): void;
}

/**
 * A call at Twilio.
 *
 * ```
 *   new ── ringing ──▶ ringing ── stream ──▶ talking ── stop, completed ──▶ ended
 *    │                    │                    │   ▲                        ▲ ▲
 *    └────── busy, no answer, failed ──────────┼───┼────────────────────────┘ │
 *                                      stream lost  another stream            │
 *                                              ▼   │                          │
 *                                            apart ── nothing within 10 s ────┘    and hang-up, from every state
 * ```
 */
export class TwilioLeg implements PhoneCall {
  readonly numberId: string;
  /** In the addresses that Twilio asks about this leg. A call that is transferred has two legs. */
  readonly key = randomUUID();
  readonly #options: TwilioLegOptions;
  #state: "new" | "ringing" | "talking" | "apart" | "ended" = "new";
  #sid: string | undefined;
  #media: PhoneMedia | undefined;
  #listener: PhoneCallListener | undefined;
  #end: [PhoneCallEnd, CarrierSays?] | undefined;
  #stream: TwilioStream | undefined;
  /** Takes what the telephone says, once there was a stream. */
  #input: ((input: CarrierInput) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: TwilioLegOptions) {
    this.#options = options;
    this.numberId = options.numberId;
    this.#sid = options.sid;
  }

  get sid(): string | undefined {
    return this.#sid;
  }

  get callId(): string | undefined {
    return this.#media?.callId;
  }

  get isInbound(): boolean {
    return this.#options.sid !== undefined;
  }

  /** Was the stream lost, so that another one may take its place? */
  get isApart(): boolean {
    return this.#state === "apart";
  }

  /** Is it connected for the first time? */
  get awaitsStream(): boolean {
    return this.#state === "new" || this.#state === "ringing";
  }

  connectTo(media: PhoneMedia): void {
    this.#media = media;
  }

  listen(listener: PhoneCallListener): void {
    this.#listener = listener;
    if (this.#state === "ringing") listener.onRinging(this.#sid);
    if (this.#end) listener.onEnded(...this.#end);
  }

  /** The telephone hears the tones. */
  sendKeys(): void {}

  /** Twilio has taken the order to call. A leg that has ended meanwhile is ended there too. */
  placed(sid: string): void {
    if (this.#sid !== undefined) return;
    this.#sid = sid;
    if (this.#state === "ended") this.#options.endAtTwilio(sid);
  }

  ring(): void {
    if (this.#state !== "new") return;
    this.#state = "ringing";
    this.#listener?.onRinging(this.#sid);
  }

  /** The sound is there, for the first time or again. */
  attach(stream: TwilioStream): void {
    clearTimeout(this.#timer);
    this.#state = "talking";
    this.#stream = stream;
    this.#input ??= this.#media?.connect((sound) => this.#stream?.send(sound));
  }

  hear(stream: TwilioStream, input: CarrierInput): void {
    if (stream === this.#stream) this.#input?.(input);
  }

  streamEnded(stream: TwilioStream, end: StreamEnd): void {
    if (stream !== this.#stream || this.#state !== "talking") return;
    this.#stream = undefined;
    if (end.why === "stopped") this.end("hung-up");
    else if (end.why === "lost") this.#await();
    else this.#giveUp(`The call was ended: Twilio's stream sent ${end.problem}.`);
  }

  /** Twilio has lost the stream. Its connection may look open here for minutes. */
  streamLost(): void {
    if (this.#state !== "talking") return;
    this.#stream?.refuse();
    this.#stream = undefined;
    this.#await();
  }

  #await(): void {
    this.#state = "apart";
    this.#timer = setTimeout(
      () => this.#giveUp("The connection to Twilio was lost, and did not come back."),
      this.#options.reconnectMs,
    );
  }

  #giveUp(message: string): void {
    this.end("failed", { endedReason: ENDED_REASONS.carrierClosedStream, message });
    if (this.#sid !== undefined) this.#options.endAtTwilio(this.#sid);
  }

  /** The other side, or Twilio, ends the call. */
  end(end: PhoneCallEnd, carrier?: CarrierSays): void {
    if (this.#state === "ended") return;
    this.#close();
    this.#end = [end, carrier];
    this.#listener?.onEnded(end, carrier);
    void this.#stream?.finish();
  }

  hangUp(): void {
    if (this.#state === "ended") return;
    this.#close();
    // What was said last is still on its way to the telephone.
    const lastWords = this.#stream?.finish();
    if (this.#sid !== undefined) this.#options.endAtTwilio(this.#sid, lastWords);
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#state = "ended";
    this.#options.onOver(this);
  }
}
