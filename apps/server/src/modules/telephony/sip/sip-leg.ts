import { ENDED_REASONS } from "@callwright/contract";
import { type DialOrder, isHeld, offerAgain, type TransferFailure, takesKeyEvents } from "@callwright/engine";
import { Leg } from "../leg.ts";
import type { PhoneMedia, SipRequest } from "../phone-media.ts";
import { requestOfCall, type SentSdp, type SipEvent, type SipHandle } from "./janus-client.ts";
import { endOfCode, endOfReferral, failed, GATEWAY_LOST } from "./sip-ends.ts";
import { readHeaders } from "./sip-identity.ts";

export interface SipLegOptions {
  isInbound: boolean;
  /** Where the network connects the caller with another telephone. Fails when that must not be called. */
  referTo(order: DialOrder): Promise<string>;
  /** Sends keys to the telephone as telephone events. Absent: the call host plays their tones. */
  playKeys?: ((callId: string, keys: string, signal: AbortSignal) => Promise<void>) | undefined;
  /** Reports a failed request to Janus; it changes nothing else. */
  onFault(error: unknown): void;
}

/** How the network answers a REFER: "SIP/2.0 486 Busy Here". */
const SIP_STATUS = /^SIP\/2\.0 (\d{3})\s*(.*)/;
/** `application/dtmf-relay` has fields, `application/dtmf` the key alone. 10 and 11 are the star and the hash. */
const INFO_KEY = /^\s*(?:Signal\s*=\s*)?(1[01]|[\dA-D*#])\s*$/im;
const INFO_NAMES: Readonly<Record<string, string>> = { "10": "*", "11": "#" };

/**
 * A call of a SIP trunk, on one handle of Janus.
 *
 * ```
 *   new ── ringing, progress ──▶ ringing ── accepted ──▶ talking ── hangup ──▶ ended
 *    │                              │                      │  ▲                  ▲
 *    │                              │         REFER, taken ▼  │ refused          │
 *    └── hangup 4xx–6xx ────────────┴──────────────── referring ─────────────────┘   and Janus is lost, from every state
 * ```
 * A telephone that holds the call, or changes its codec, sends another offer while it talks (`updatingcall`).
 */
export class SipLeg extends Leg<"talking" | "referring"> {
  /** The number on this server's side. */
  numberId: string | undefined;
  /** The trunk has a password for calls that go out. */
  hasPassword = false;
  readonly #options: SipLegOptions;
  #handle: SipHandle | undefined;
  #media: PhoneMedia | undefined;
  #take: ((answer: string, isEarly?: boolean) => Promise<void>) | undefined;
  /** The last SDP of the other side, where this side or that one had offered. One that comes with early media is not repeated. */
  #answer: string | undefined;
  /** The last SDP of this side. */
  #own = "";
  #ringTimer: NodeJS.Timeout | undefined;
  #onReferred: ((failure: TransferFailure | undefined) => void) | undefined;
  #wasReferred = false;
  /** What waits for the answers to MESSAGEs, in the order in which these were sent. */
  readonly #deliveries: ((answer: SipEvent | undefined) => void)[] = [];
  /** The telephone takes keys as telephone events, and this server sends them. */
  #signalsKeys = false;
  #keysPlayed: Promise<void> = Promise.resolve();
  readonly #ended = new AbortController();
  /** Janus was asked to end the call, and will confirm it. */
  #isLeaving = false;

  constructor(options: SipLegOptions) {
    super();
    this.#options = options;
  }

  /** Gives the call its handle, which has sent nothing yet. False: the call has ended in the meantime. */
  begin(handle: SipHandle, carrierId?: string): boolean {
    this.#handle = handle;
    this.named(carrierId);
    if (this.isOver) handle.detach();
    return !this.isOver;
  }

  /** The ring time of a dialed call. */
  dialed(media: PhoneMedia, ringMs: number, offered: Awaited<ReturnType<PhoneMedia["offer"]>>): void {
    this.#media = media;
    this.#take = offered.take;
    this.#own = offered.sdp;
    this.#ringTimer = setTimeout(() => {
      this.end("no-answer");
      this.#leave({ request: "hangup" });
    }, ringMs);
  }

  /** Answers an incoming call. Without an offer, this side makes one, and the answer comes with the acknowledgement of `accept`. */
  async answer(media: PhoneMedia, offer: string | undefined, accept: (sdp: SentSdp) => Promise<void>): Promise<void> {
    this.#media = media;
    const made = offer === undefined ? await media.offer() : undefined;
    this.#take = made?.take;
    this.#own = made?.sdp ?? (await media.answer(offer ?? ""));
    if (this.isOver) return;
    if (offer !== undefined) this.#chooseKeys(offer);
    await accept({ type: made ? "offer" : "answer", sdp: this.#own });
    if (this.isOver) this.#handle?.detach();
    else if (offer !== undefined) {
      this.state = "talking";
      if (isHeld(offer)) media.hold?.(true);
    }
  }

  take(event: SipEvent): void {
    const { code = 0, reason = "" } = event;
    this.named(event.call_id);
    switch (event.event) {
      case "ringing":
        this.ring();
        break;
      case "progress":
        this.ring();
        if (event.sdp !== undefined) void this.#hearEarly(event.sdp);
        break;
      case "accepted":
        if (this.state === "talking") this.#settled(event.sdp);
        else void this.#picked(event.sdp ?? this.#answer);
        break;
      case "updatingcall":
        void this.#update(event);
        break;
      case "hangup":
        this.#hungUp(code, reason);
        break;
      case "info":
        this.#key(event);
        break;
      case "messagedelivery":
        this.#deliveries.shift()?.(event);
        break;
      case "notify":
        this.#notified(event);
        break;
    }
  }

  override ring(): void {
    if (!this.#options.isInbound) super.ring();
  }

  /** The network's sound before somebody answers. Without a peer that takes it, Janus ends the call after some seconds. */
  async #hearEarly(answer: string): Promise<void> {
    if (this.#options.isInbound || this.state !== "ringing") return;
    this.#answer = answer;
    await this.#connect(answer, true);
  }

  async #picked(answer: string | undefined): Promise<void> {
    if ((this.#options.isInbound && !this.#take) || (this.state !== "new" && this.state !== "ringing")) return;
    clearTimeout(this.#ringTimer);
    this.state = "talking";
    this.#answer = answer ?? "";
    await this.#connect(this.#answer, false);
    if (isHeld(this.#answer)) this.#media?.hold?.(true);
  }

  #chooseKeys(theirs: string): void {
    if (!this.#options.playKeys || !this.#media?.signalKeys) return;
    this.#signalsKeys = takesKeyEvents(theirs);
    this.#media.signalKeys(this.#signalsKeys);
  }

  async #connect(answer: string, isEarly: boolean): Promise<void> {
    this.#chooseKeys(answer);
    try {
      await this.#take?.(answer, isEarly);
    } catch (error) {
      this.#options.onFault(error);
      this.fail("The sound of the call could not be connected.");
    }
  }

  /** The telephone holds the call, takes it back, or changes its codec or address. Without an SDP it wants an offer, and answers that. */
  async #update(event: SipEvent): Promise<void> {
    const { sdp } = event;
    const handle = this.#handle;
    const media = this.#media;
    if (!handle || !media?.renew) return;
    try {
      if (sdp === undefined) {
        const offered: SentSdp = { type: "offer", sdp: offerAgain(this.#own, this.#answer ?? this.#own), update: true };
        return await handle.request({ request: "update" }, offered);
      }
      this.#own = await media.renew(sdp);
      this.#answer = sdp;
      this.#chooseKeys(sdp);
      await handle.request({ request: "update" }, { type: "answer", sdp: this.#own, update: true });
      media.hold?.(isHeld(sdp) || readHeaders(event).isHeld);
    } catch (error) {
      if (!this.isOver) this.#options.onFault(error);
    }
  }

  /** The telephone has answered an offer inside the call. The codecs stay, and its direction counts. */
  #settled(sdp: string | undefined): void {
    if (sdp !== undefined) this.#media?.hold?.(isHeld(sdp));
  }

  #hungUp(code: number, reason: string): void {
    this.#handle?.detach();
    this.#handle = undefined;
    // A network may accept a transfer and end the leg without a report about it.
    if (this.state === "referring") this.#settleReferral(undefined);
    else if (this.#options.isInbound || this.state === "talking") this.end("hung-up");
    else this.end(...endOfCode({ code, reason, wasRinging: this.state === "ringing", hasPassword: this.hasPassword }));
  }

  #key({ type = "", content = "" }: SipEvent): void {
    const key = type.startsWith("application/dtmf") ? INFO_KEY.exec(content)?.[1]?.toUpperCase() : undefined;
    if (key !== undefined && this.state === "talking") this.#media?.press(INFO_NAMES[key] ?? key);
  }

  sendKeys(keys: string): void {
    const { playKeys, onFault } = this.#options;
    const callId = this.carrierId;
    if (!this.#signalsKeys || callId === undefined) return;
    const { signal } = this.#ended;
    this.#keysPlayed = this.#keysPlayed
      .then(() => playKeys?.(callId, keys, signal))
      .catch((error: unknown) => {
        if (!signal.aborted) onFault(error);
      });
  }

  // Requests of tools

  async sendSip({ verb, headers, contentType, body }: SipRequest): Promise<string | undefined> {
    const handle = this.#handle;
    if (!handle || (this.state !== "talking" && this.state !== "referring"))
      return "Nothing was sent: the call is not connected.";
    try {
      if (verb === "MESSAGE") return await this.#deliver(handle, { content_type: contentType, content: body, headers });
      // Janus does not tell how an INFO is answered.
      await handle.request({ request: "info", type: contentType, content: body, headers });
      return undefined;
    } catch (error) {
      this.#options.onFault(error);
      return `The SIP ${verb} could not be sent.`;
    }
  }

  async #deliver(handle: SipHandle, message: object): Promise<string | undefined> {
    let settle: (answer: SipEvent | undefined) => void = () => {};
    const answered = new Promise<SipEvent | undefined>((resolve) => {
      settle = resolve;
    });
    this.#deliveries.push(settle);
    const timer = setTimeout(settle, DELIVERY_MS, undefined);
    try {
      await handle.request({ request: "message", ...message });
      const answer = await answered;
      if (!answer) return "The SIP MESSAGE was not answered.";
      const { code = 0, reason = "" } = answer;
      return code >= 200 && code < 300 ? undefined : `The SIP MESSAGE was refused: ${code} ${reason}.`;
    } catch (error) {
      const at = this.#deliveries.indexOf(settle);
      if (at >= 0) this.#deliveries.splice(at, 1);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  // Transfers by the network

  async refer(order: DialOrder, onAdmitted: () => void): Promise<TransferFailure | undefined> {
    if (this.state !== "talking") return "failed";
    let timer: NodeJS.Timeout | undefined;
    try {
      const uri = await this.#options.referTo(order);
      if (this.state !== "talking") return this.isOver ? "hung-up" : "failed";
      const settled = new Promise<TransferFailure | undefined>((resolve) => {
        this.#onReferred = resolve;
      });
      this.state = "referring";
      this.#wasReferred = true;
      onAdmitted();
      timer = setTimeout(() => this.#settleReferral("no-answer"), order.ringSeconds * 1_000);
      await this.#handle?.request({ request: "transfer", uri });
      return await settled;
    } catch (error) {
      this.#options.onFault(error);
      this.#settleReferral("failed");
      return this.isOver ? "hung-up" : "failed";
    } finally {
      clearTimeout(timer);
    }
  }

  #notified({ content = "" }: SipEvent): void {
    const [, status = "", reason = ""] = SIP_STATUS.exec(content) ?? [];
    const code = Number(status);
    if (!this.#wasReferred || code < 200) return;
    if (code >= 300) this.#settleReferral(endOfReferral(code, reason));
    else if (this.state === "referring") this.#settleReferral(undefined);
    else {
      // The network connected the two after this side had given up.
      this.end("hung-up");
      this.#leave({ request: "hangup" });
    }
  }

  #settleReferral(failure: TransferFailure | undefined): void {
    if (this.state !== "referring") return;
    const settle = this.#onReferred;
    this.#onReferred = undefined;
    // The transfer ends the call; nobody hung up.
    if (failure === undefined) this.hangUp();
    else this.state = "talking";
    settle?.(failure);
  }

  // Ends

  fail(message: string): void {
    this.end(...failed(message));
    this.#leave({ request: "hangup" });
  }

  lost(): void {
    this.#handle = undefined;
    this.end(...GATEWAY_LOST);
  }

  hangUp(): void {
    if (this.isOver) return;
    const isUnanswered = this.#options.isInbound && this.state === "new";
    this.close();
    this.#leave(isUnanswered ? { request: "decline", code: 486 } : { request: "hangup" });
  }

  /** The caller hears that the call was refused. `message`: why, for the call's own log. */
  reject(code: number, message = "The call could not be answered.", headers?: Record<string, string>): void {
    if (this.isOver) return;
    this.end(...failed(message, ENDED_REASONS.phoneNotTaken));
    this.#leave({ request: "decline", code, ...(headers && { headers }) });
  }

  protected release(): void {
    clearTimeout(this.#ringTimer);
    this.#ended.abort();
    this.#onReferred?.("hung-up");
    this.#onReferred = undefined;
    for (const settle of this.#deliveries.splice(0)) settle(undefined);
  }

  /** Janus reports the hang-up, and the handle is then detached. Without a report, it is detached after some time. */
  #leave(request: { request: string; code?: number; headers?: Record<string, string> }): void {
    const handle = this.#handle;
    if (!handle || this.#isLeaving) return;
    this.#isLeaving = true;
    const timer = setTimeout(() => handle.detach(), LEAVING_MS);
    timer.unref();
    const sent = request.request === "decline" ? requestOfCall(handle, request) : handle.request(request);
    sent
      // A call that was accepted half is not declined any more.
      .catch((error: unknown) => {
        if (request.request === "hangup") throw error;
        return handle.request({ request: "hangup" });
      })
      .catch((error: unknown) => {
        clearTimeout(timer);
        handle.detach();
        this.#options.onFault(error);
      });
  }
}

const LEAVING_MS = 5_000;
/** After this time, a MESSAGE without an answer counts as failed. */
const DELIVERY_MS = 10_000;
