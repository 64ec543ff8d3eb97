import type { CallHostPool, DialOrder } from "@callwright/engine";
import { loggableCause } from "../db/database-retry.ts";
import type { Logger } from "../logger.ts";
import type { CallLedger } from "./call-ledger.ts";
import type { HostedCall, OperatorsPhone } from "./hosted-call.ts";

type OperatorsPool = Pick<CallHostPool, "offer" | "openCarrier" | "operatorGone" | "play">;

/** The telephones that calls are transferred to. */
export class Operators {
  readonly #pool: OperatorsPool;
  readonly #ledger: Pick<CallLedger, "forwarding">;
  readonly #log: Pick<Logger, "warn">;

  constructor(pool: OperatorsPool, ledger: Pick<CallLedger, "forwarding">, log: Pick<Logger, "warn">) {
    this.#pool = pool;
    this.#ledger = ledger;
    this.#log = log;
  }

  dial(call: HostedCall | undefined, order: DialOrder): void {
    if (!call) return;
    const { callId } = call;
    if (!call.dialOperator) {
      this.#pool.operatorGone(callId, "failed");
      return;
    }
    // Stands for the leg while the line decides whether it may be called.
    const wanted: OperatorsPhone = { listen: () => {}, hangUp: () => {} };
    call.operator = wanted;
    call
      .dialOperator(order, {
        callId,
        answer: async (offer) => (await this.#pool.offer(callId, offer, true)).sdp,
        play: (script) => this.#pool.play(callId, script, true),
        connect: (onSound) => this.#pool.openCarrier(callId, onSound, true),
      })
      .then(
        (leg) => (call.operator === wanted ? this.#follow(call, order, leg) : leg.hangUp()),
        (error: unknown) => {
          this.#log.warn(
            { callId, err: loggableCause(error) },
            "the telephone that a call is transferred to could not be called",
          );
          if (call.operator !== wanted) return;
          call.operator = undefined;
          this.#pool.operatorGone(callId, "failed");
        },
      );
  }

  #follow(call: HostedCall, order: DialOrder, leg: OperatorsPhone): void {
    const { callId } = call;
    call.operator = leg;
    leg.listen({
      onRinging: () => this.#ledger.forwarding(call, order.destination),
      onEnded: (why) => {
        if (call.operator !== leg) return;
        call.operator = undefined;
        this.#pool.operatorGone(callId, why);
      },
    });
  }

  /** The call has no need of it any more. */
  hangUp(call: HostedCall | undefined): void {
    const leg = call?.operator;
    if (!call || !leg) return;
    call.operator = undefined;
    leg.hangUp();
  }
}
