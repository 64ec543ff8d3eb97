import { ENDED_REASONS, PHONE_UNANSWERED, withoutSipHeaders } from "@callwright/contract";
import type { CallHostPool, DialOrder } from "@callwright/engine";
import type { Logger } from "../../../platform/config/logger.ts";
import type { PhoneCall, PhoneCallEnd } from "../../telephony/phone-line.ts";
import type { OperatorsPhone, PhoneMedia, SipRequest } from "../../telephony/phone-media.ts";
import type { CallConnections } from "./call-connections.ts";
import type { CallLedger } from "./call-ledger.ts";
import type { HostedCall } from "./hosted-call.ts";

export interface CallPhonesOptions {
  pool: Pick<
    CallHostPool,
    | "answeredBy"
    | "hold"
    | "makeOffer"
    | "offer"
    | "openCarrier"
    | "operatorGone"
    | "play"
    | "press"
    | "restart"
    | "signalKeys"
    | "takeAnswer"
  >;
  ledger: Pick<CallLedger, "forwarding" | "named" | "ringing">;
  connections: Pick<CallConnections, "answer">;
  hosted: ReadonlyMap<string, HostedCall>;
  log: Pick<Logger, "warn">;
  /** See `CallService.end`. */
  end(callId: string, endedReason: string, message?: string): Promise<void>;
}

/** The ended reason of a call, by the end of its leg. */
const ENDINGS: Record<PhoneCallEnd, [endedReason: string, message?: string]> = {
  "hung-up": [ENDED_REASONS.customerEndedCall],
  busy: [ENDED_REASONS.customerBusy],
  "no-answer": [ENDED_REASONS.customerDidNotAnswer, PHONE_UNANSWERED.noAnswer],
  declined: [ENDED_REASONS.customerBusy, PHONE_UNANSWERED.declined],
  failed: [ENDED_REASONS.phoneNotConnected],
};

/** See `CallHostPool.restart`. */
const PHONE_SESSION = 0;

const NO_SIP = "Nothing was sent: this call does not go over a SIP trunk.";

/** The telephones of this node's calls: the caller's, and the one that a call is transferred to (the operator's). */
export class CallPhones {
  readonly #options: CallPhonesOptions;

  constructor(options: CallPhonesOptions) {
    this.#options = options;
  }

  /** False for a call that has ended, also if it ended while its host was starting. */
  mayDial(callId: string): boolean {
    const call = this.#options.hosted.get(callId);
    return call !== undefined && call.status !== "ending" && call.endedReason === undefined;
  }

  /** Ties the caller's telephone to its call: an end of one ends the other. */
  follow(callId: string, leg: PhoneCall): void {
    const { hosted, ledger, pool, log, end } = this.#options;
    const call = hosted.get(callId);
    leg.listen({
      onNamed: (carrierId) => call && ledger.named(call, carrierId),
      onRinging: () => call?.status === "queued" && ledger.ringing(call),
      onAnsweredBy: (who) => pool.answeredBy(callId, who),
      onEnded(why, carrier) {
        const [endedReason, message] = ENDINGS[why];
        end(callId, carrier?.endedReason ?? endedReason, carrier?.message ?? message).catch((err: unknown) =>
          log.warn({ callId, err }, "the end of a phone call could not be stored"),
        );
      },
    });
    // The leg receives the keys that the assistant presses.
    if (call) call.leg = leg;
    void Promise.resolve(call?.ended).then(() => leg.hangUp());
  }

  /** The sound of the caller's telephone, or of the operator's, in the call host. */
  mediaOf(callId: string, ofOperator = false): PhoneMedia {
    const { connections, hosted, pool } = this.#options;
    const connects = () => {
      const call = hosted.get(callId);
      if (call && !ofOperator) call.wasOffered = true;
    };
    return {
      callId,
      answer: async (offer) => {
        const answer = ofOperator ? pool.offer(callId, offer, true) : connections.answer(callId, offer);
        return (await answer).sdp;
      },
      offer: async () => ({
        sdp: await pool.makeOffer(callId, ofOperator),
        take: async (answer, isEarly = false) => {
          await pool.takeAnswer(callId, answer, ofOperator, isEarly);
          if (!isEarly) connects();
        },
      }),
      ...(!ofOperator && {
        renew: (offer) => pool.restart(callId, PHONE_SESSION, offer),
        hold: (isHeld) => pool.hold(callId, isHeld),
        signalKeys: (areSignaled) => pool.signalKeys(callId, areSignaled),
      }),
      press: (key) => pool.press(callId, key, ofOperator),
      play: (script) => pool.play(callId, script, ofOperator),
      connect: (onSound) => {
        connects();
        return pool.openCarrier(callId, onSound, ofOperator);
      },
    };
  }

  /** Sends a request to the caller's telephone, where that speaks SIP. Answers what went wrong, as a sentence for a model. */
  async sendSip(callId: string, request: SipRequest): Promise<string | undefined> {
    const call = this.#options.hosted.get(callId);
    if (!call?.leg) return "The call has no telephone now.";
    return call.leg.sendSip ? call.leg.sendSip(request) : NO_SIP;
  }

  /** A placeholder for the leg while the line decides whether the telephone may be called. */
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
    call.dialOperator(order, this.mediaOf(callId, true)).then(
      (leg) => (call.operator === wanted ? this.#followOperator(call, order, leg) : leg.hangUp()),
      (error: unknown) => {
        log.warn({ callId, err: error }, "the telephone that a call is transferred to could not be called");
        if (call.operator !== wanted) return;
        call.operator = undefined;
        pool.operatorGone(callId, "failed");
      },
    );
  }

  #followOperator(call: HostedCall, order: DialOrder, leg: OperatorsPhone): void {
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

/**
 * The operator of a warm transfer hears the assistant first, so the call stays here. A network dials no extension, adds no headers and shows its own
 * number.
 */
function isReferred({ destination }: DialOrder): boolean {
  const { transferPlan: plan, callerId } = destination;
  const isPlain = destination.type === "sip" ? !Object.keys(destination.sipHeaders ?? {}).length : !destination.extension;
  if (!isPlain || callerId !== undefined) return false;
  return (plan?.sipVerb ?? "refer") === "refer" && (plan?.mode ?? "blind-transfer").startsWith("blind");
}
