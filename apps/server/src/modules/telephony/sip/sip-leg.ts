import type { DialOrder, TransferFailure } from "@callwright/engine";
import { Leg } from "../leg.ts";
import type { PhoneMedia, SipRequest } from "../phone-media.ts";
import { requestOfCall, type SipEvent, type SipHandle } from "./janus-client.ts";
import { endOfCode, failed, GATEWAY_LOST } from "./sip-ends.ts";

export interface SipLegOptions {
  isInbound: boolean;
  /** Where the network connects the caller with another telephone. Fails when that must not be called. */
  referTo(order: DialOrder): Promise<string>;
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
 *   new ── ringing ──▶ ringing ── accepted ──▶ talking ── hangup ──▶ ended
 *    │                    │                      │  ▲                  ▲
 *    │                    │         REFER, taken ▼  │ refused          │
 *    └── hangup 4xx–6xx ──┴──────────────── referring ─────────────────┘   and Janus is lost, from every state
 * ```
 */
export class SipLeg extends Leg<"talking" | "referring"> {
  /** The number on this server's side. */
  numberId: string | undefined;
  readonly #options: SipLegOptions;
  #handle: SipHandle | undefined;
  #media: PhoneMedia | undefined;
  #take: ((answer: string) => Promise<void>) | undefined;
  /** The SDP of the answer comes with early media, and is not repeated. */
  #answer: string | undefined;
  #ringTimer: NodeJS.Timeout | undefined;
  #onReferred: ((failure: TransferFailure | undefined) => void) | undefined;
  #wasReferred = false;
  /** What waits for the answers to MESSAGEs, in the order in which these were sent. */
  readonly #deliveries: ((answer: SipEvent | undefined) => void)[] = [];
  /** Janus was asked to end the call, and will confirm it. */
  #isLeaving = false;

  constructor(options: SipLegOptions) {
    super();
    this.#options = options;
  }

  /** Gives the call its handle, which has sent nothing yet. False: the call has ended in the meantime. */
  begin(handle: SipHandle, carrierId?: string): boolean {
    this.#handle = handle;
    this.carrierId = carrierId;
    if (this.isOver) handle.detach();
    return !this.isOver;
  }

  /** The ring time of a dialed call. */
  dialed(media: PhoneMedia, ringMs: number, take: (answer: string) => Promise<void>): void {
    this.#media = media;
    this.#take = take;
    this.#ringTimer = setTimeout(() => {
      this.end("no-answer");
      this.#leave({ request: "hangup" });
    }, ringMs);
  }

  /** Answers an incoming call. */
  async answer(media: PhoneMedia, offer: string, accept: (answer: string) => Promise<void>): Promise<void> {
    this.#media = media;
    const answer = await media.answer(offer);
    if (this.isOver) return;
    await accept(answer);
    if (this.isOver) this.#handle?.detach();
    else this.state = "talking";
  }

  take(event: SipEvent): void {
    const { code = 0, reason = "" } = event;
    this.carrierId ??= event.call_id;
    switch (event.event) {
      case "ringing":
        this.ring();
        break;
      case "progress":
        this.#answer = event.sdp;
        this.ring();
        break;
      case "accepted":
        void this.#picked(event.sdp ?? this.#answer);
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

  async #picked(answer: string | undefined): Promise<void> {
    if (this.#options.isInbound || (this.state !== "new" && this.state !== "ringing")) return;
    clearTimeout(this.#ringTimer);
    this.state = "talking";
    try {
      await this.#take?.(answer ?? "");
    } catch (error) {
      this.#options.onFault(error);
      this.fail("The sound of the call could not be connected.");
    }
  }

  #hungUp(code: number, reason: string): void {
    this.#handle?.detach();
    this.#handle = undefined;
    // A network may accept a transfer and end the leg without a report about it.
    if (this.state === "referring") this.#settleReferral(undefined);
    else if (this.#options.isInbound || this.state === "talking") this.end("hung-up");
    else this.end(...endOfCode(code, reason, this.state === "ringing"));
  }

  #key({ type = "", content = "" }: SipEvent): void {
    const key = type.startsWith("application/dtmf") ? INFO_KEY.exec(content)?.[1]?.toUpperCase() : undefined;
    if (key !== undefined && this.state === "talking") this.#media?.press(INFO_NAMES[key] ?? key);
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
    if (code >= 300) this.#settleReferral(endOfCode(code, reason, true)[0]);
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

  /** The caller hears that the call was refused. */
  reject(code: number): void {
    if (this.isOver) return;
    this.end(...failed("The call could not be answered."));
    this.#leave({ request: "decline", code });
  }

  protected release(): void {
    clearTimeout(this.#ringTimer);
    this.#onReferred?.("hung-up");
    this.#onReferred = undefined;
    for (const settle of this.#deliveries.splice(0)) settle(undefined);
  }

  /** Janus reports the hang-up, and the handle is then detached. Without a report, it is detached after some time. */
  #leave(request: { request: string; code?: number }): void {
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
