import { randomUUID } from "node:crypto";
import { ENDED_REASONS } from "@callwright/contract";
import type { CarrierInput, DialOrder, TransferFailure } from "@callwright/engine";
import { Leg } from "../leg.ts";
import type { CarrierSays, PhoneCallEnd } from "../phone-line.ts";
import type { PhoneMedia } from "../phone-media.ts";
import type { MediaStream, StreamEnd } from "./media-stream.ts";

export interface CarrierLegOptions {
  /** The carrier's name in texts. */
  carrier: string;
  numberId: string;
  /** Present for an incoming call: its id at the carrier, and the caller's number. */
  incoming?: { carrierId: string; from: string } | undefined;
  /** Ends the call at the carrier, once `lastWords` resolves. */
  endAtCarrier(carrierId: string, lastWords?: Promise<void>): void;
  /** How long a call without a stream waits for the next one. */
  reconnectMs: number;
  /**
   * Begins to have the carrier connect the caller with another telephone (SIP REFER); `referred` tells how that ends. False: the carrier
   * cannot.
   */
  refer(order: DialOrder, onAdmitted: () => void): boolean;
  /** The leg has its first stream. */
  onTalking(): void;
  /** The leg waits for another stream. */
  onApart(): void;
  /** The leg has ended, on either side. */
  onOver(): void;
}

/**
 * A call at a carrier whose sound is a stream.
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
export class CarrierLeg extends Leg<"talking" | "apart"> {
  readonly numberId: string;
  /** In the addresses at which the carrier asks about this leg. A call that is transferred has two legs. */
  readonly key = randomUUID();
  readonly #options: CarrierLegOptions;
  #media: PhoneMedia | undefined;
  #stream: MediaStream | undefined;
  /** Passes on the telephone's sound and keys, after the first stream. */
  #input: ((input: CarrierInput) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Set while the carrier connects the caller elsewhere. */
  #onReferred: ((failure: TransferFailure | undefined) => void) | undefined;

  constructor(options: CarrierLegOptions) {
    super();
    this.#options = options;
    this.numberId = options.numberId;
    this.named(options.incoming?.carrierId);
  }

  get recording(): PhoneMedia["carrierRecording"] {
    return this.#media?.carrierRecording;
  }

  get callId(): string | undefined {
    return this.#media?.callId;
  }

  /** The caller's number of an incoming call. */
  get from(): string | undefined {
    return this.#options.incoming?.from;
  }

  get isInbound(): boolean {
    return this.#options.incoming !== undefined;
  }

  /** Its first stream has not arrived yet. */
  get awaitsStream(): boolean {
    return this.state === "new" || this.state === "ringing";
  }

  connectTo(media: PhoneMedia): void {
    this.#media = media;
  }

  refer(order: DialOrder, onAdmitted: () => void): Promise<TransferFailure | undefined> | undefined {
    if (this.isOver || !this.#options.refer(order, onAdmitted)) return undefined;
    const timer = setTimeout(() => this.referred("no-answer"), order.ringSeconds * 1_000);
    const settled = new Promise<TransferFailure | undefined>((resolve) => {
      this.#onReferred = resolve;
    });
    return settled.finally(() => clearTimeout(timer));
  }

  /** The carrier has connected the caller with another telephone, or could not. */
  referred(failure?: TransferFailure): void {
    const settle = this.#onReferred;
    this.#onReferred = undefined;
    // The transfer ends the call; nobody hung up.
    if (failure === undefined && settle) this.hangUp();
    // This side had given up, and the caller is gone.
    else if (failure === undefined) this.#leave("hung-up");
    settle?.(failure);
  }

  /** The carrier has accepted the order to call. If the leg has ended in the meantime, the call is ended at the carrier, too. */
  placed(carrierId: string): void {
    if (this.carrierId !== undefined) return;
    this.named(carrierId);
    if (this.isOver) this.#options.endAtCarrier(carrierId);
  }

  /** The carrier has found out who answered. */
  answeredBy(who: string): void {
    if (!this.isOver) this.listener?.onAnsweredBy?.(who);
  }

  /** The stream is connected, for the first time or again. */
  attach(stream: MediaStream): void {
    const isFirst = this.awaitsStream;
    clearTimeout(this.#timer);
    this.state = "talking";
    this.#stream = stream;
    this.#input ??= this.#media?.connect((sound) => this.#stream?.send(sound));
    if (isFirst) this.#options.onTalking();
  }

  hear(stream: MediaStream, input: CarrierInput): void {
    if (stream === this.#stream) this.#input?.(input);
  }

  streamEnded(stream: MediaStream, end: StreamEnd): void {
    if (stream !== this.#stream || this.state !== "talking") return;
    this.#stream = undefined;
    if (end.why === "stopped") this.end("hung-up");
    else if (end.why === "lost") this.#await();
    else this.#giveUp(`The call was ended: ${this.#options.carrier}'s stream sent ${end.problem}.`);
  }

  /** The carrier has lost the stream. Its connection may look open here for minutes. */
  streamLost(): void {
    if (this.state !== "talking") return;
    this.#stream?.refuse();
    this.#stream = undefined;
    this.#await();
  }

  #await(): void {
    this.state = "apart";
    this.#timer = setTimeout(
      () => this.#giveUp(`The connection to ${this.#options.carrier} was lost, and did not come back.`),
      this.#options.reconnectMs,
    );
    this.#options.onApart();
  }

  /** The telephone was picked up: without a stream within this time, the leg ends. */
  expectStream(withinMs: number, onMissing: () => void): void {
    if (!this.awaitsStream) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(onMissing, withinMs);
  }

  #giveUp(message: string): void {
    this.#leave("failed", { endedReason: ENDED_REASONS.carrierClosedStream, message });
  }

  #leave(end: PhoneCallEnd, carrier?: CarrierSays): void {
    this.end(end, carrier);
    if (this.carrierId !== undefined) this.#options.endAtCarrier(this.carrierId);
  }

  override end(end: PhoneCallEnd, carrier?: CarrierSays): void {
    if (this.isOver) return;
    // A network may accept a transfer and end the leg without a report about it.
    if (this.#onReferred && end === "hung-up") this.referred();
    else super.end(end, carrier);
    void this.#stream?.finish();
  }

  hangUp(): void {
    if (this.isOver) return;
    this.close();
    // The last words are still on their way to the telephone.
    const lastWords = this.#stream?.finish();
    if (this.carrierId !== undefined) this.#options.endAtCarrier(this.carrierId, lastWords);
  }

  protected release(): void {
    clearTimeout(this.#timer);
    this.#onReferred?.("hung-up");
    this.#onReferred = undefined;
    this.#options.onOver();
  }
}
