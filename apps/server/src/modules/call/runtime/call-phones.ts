import { withoutSipHeaders } from "@callwright/contract";
import type { CallHostPool, CarrierInput, DialOrder } from "@callwright/engine";
import type { Logger } from "../../../platform/config/logger.ts";
import { loggableCause } from "../../../platform/db/database-retry.ts";
import type { CallersPhone, OperatorsPhone, SipRequest } from "../../telephony/phone-media.ts";
import type { CallLedger } from "./call-ledger.ts";
import type { HostedCall } from "./hosted-call.ts";

export interface CallPhonesOptions {
  pool: Pick<
    CallHostPool,
    "answeredBy" | "makeOffer" | "offer" | "openCarrier" | "operatorGone" | "play" | "press" | "takeAnswer"
  >;
  ledger: Pick<CallLedger, "forwarding" | "ringing">;
  hosted: ReadonlyMap<string, HostedCall>;
  log: Pick<Logger, "warn">;
}

const NO_SIP = "Nothing was sent: this call does not go over a SIP trunk.";

/** The telephones of this node's calls: the caller's, and the one that a call is transferred to (the operator's). */
export class CallPhones {
  readonly #options: CallPhonesOptions;

  constructor(options: CallPhonesOptions) {
    this.#options = options;
  }

  /** False for a call that was ended, also while its host was starting. */
  mayDial(callId: string): boolean {
    const call = this.#options.hosted.get(callId);
    return call !== undefined && call.status !== "ending" && call.endedReason === undefined;
  }

  /** The called phone rings. `carrierId`: what its carrier knows the call by. */
  ring(callId: string, carrierId?: string): void {
    const call = this.#options.hosted.get(callId);
    if (call?.status === "queued") this.#options.ledger.ringing(call, carrierId);
  }

  /** The telephone of the caller. It hears of keys that the assistant presses. */
  talksTo(callId: string, leg: CallersPhone): void {
    const call = this.#options.hosted.get(callId);
    if (call) call.leg = leg;
  }

  /** The caller's telephone is behind a carrier's stream, see `CallHostPool.openCarrier`. No effect on an ended call. */
  openCarrier(callId: string, onSound: (sound: string) => void): (input: CarrierInput) => void {
    const call = this.#options.hosted.get(callId);
    if (call) call.wasOffered = true;
    return this.#options.pool.openCarrier(callId, onSound);
  }

  /** The caller's telephone gets an offer, see `CallHostPool.makeOffer`. */
  async makeOffer(callId: string): Promise<{ sdp: string; take(answer: string): Promise<void> }> {
    const { pool, hosted } = this.#options;
    return {
      sdp: await pool.makeOffer(callId),
      take: async (answer) => {
        await pool.takeAnswer(callId, answer);
        const call = hosted.get(callId);
        if (call) call.wasOffered = true;
      },
    };
  }

  /** The signaling reports a key of the caller. */
  press(callId: string, key: string): void {
    this.#options.pool.press(callId, key);
  }

  /** The carrier has found out who answered, see `CallHostPool.answeredBy`. */
  answeredBy(callId: string, who: string): void {
    this.#options.pool.answeredBy(callId, who);
  }

  /** Sends a request to the caller's telephone, where that speaks SIP. Answers what went wrong, as a sentence for a model. */
  async sendSip(callId: string, request: SipRequest): Promise<string | undefined> {
    const call = this.#options.hosted.get(callId);
    if (!call?.leg) return "The call has no telephone now.";
    return call.leg.sendSip ? call.leg.sendSip(request) : NO_SIP;
  }

  /** Calls the operator's telephone. */
  dial(callId: string, order: DialOrder): void {
    const { hosted, pool, log } = this.#options;
    const call = hosted.get(callId);
    if (!call) return;
    const forwarding = () => this.#options.ledger.forwarding(call, withoutSipHeaders(order.destination));
    const referral = isReferred(order) ? call.leg?.refer?.(order, forwarding) : undefined;
    if (referral !== undefined) {
      void referral.then((failure) => pool.operatorGone(callId, failure ?? "referred"));
      return;
    }
    if (!call.dialOperator) {
      pool.operatorGone(callId, "failed");
      return;
    }
    // Stands for the leg while the line decides whether it may be called.
    const wanted: OperatorsPhone = { listen: () => {}, hangUp: () => {} };
    call.operator = wanted;
    call
      .dialOperator(order, {
        callId,
        answer: async (offer) => (await pool.offer(callId, offer, true)).sdp,
        offer: async () => ({
          sdp: await pool.makeOffer(callId, true),
          take: (answer) => pool.takeAnswer(callId, answer, true),
        }),
        press: (key) => pool.press(callId, key, true),
        play: (script) => pool.play(callId, script, true),
        connect: (onSound) => pool.openCarrier(callId, onSound, true),
      })
      .then(
        (leg) => (call.operator === wanted ? this.#follow(call, order, leg) : leg.hangUp()),
        (error: unknown) => {
          log.warn({ callId, err: loggableCause(error) }, "the telephone that a call is transferred to could not be called");
          if (call.operator !== wanted) return;
          call.operator = undefined;
          pool.operatorGone(callId, "failed");
        },
      );
  }

  #follow(call: HostedCall, order: DialOrder, leg: OperatorsPhone): void {
    const { pool, ledger } = this.#options;
    call.operator = leg;
    leg.listen({
      onRinging: () => ledger.forwarding(call, withoutSipHeaders(order.destination)),
      onEnded: (why) => {
        if (call.operator !== leg) return;
        call.operator = undefined;
        pool.operatorGone(call.callId, why);
      },
    });
  }

  /** The call has no need of the operator's telephone any more. */
  hangUpOperator(callId: string): void {
    const call = this.#options.hosted.get(callId);
    const leg = call?.operator;
    if (!call || !leg) return;
    call.operator = undefined;
    leg.hangUp();
  }
}

/** The operator of a warm transfer hears the assistant first, so this call stays with it. A network dials no extension, adds no headers and shows its own number. */
function isReferred({ destination }: DialOrder): boolean {
  const { transferPlan: plan, callerId } = destination;
  const isPlain = destination.type === "sip" ? !Object.keys(destination.sipHeaders ?? {}).length : !destination.extension;
  if (!isPlain || callerId !== undefined) return false;
  return (plan?.sipVerb ?? "refer") === "refer" && (plan?.mode ?? "blind-transfer").startsWith("blind");
}
