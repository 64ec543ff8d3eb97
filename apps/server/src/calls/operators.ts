import type { CallHostPool, DialOrder } from "@callwright/engine";
import type { CallLedger } from "./call-ledger.ts";
import type { HostedCall } from "./hosted-call.ts";

/** The telephones that calls are transferred to. */
export class Operators {
  readonly #pool: Pick<CallHostPool, "offer" | "operatorGone" | "play">;
  readonly #ledger: Pick<CallLedger, "forwarding">;

  constructor(pool: Pick<CallHostPool, "offer" | "operatorGone" | "play">, ledger: Pick<CallLedger, "forwarding">) {
    this.#pool = pool;
    this.#ledger = ledger;
  }

  dial(call: HostedCall | undefined, order: DialOrder): void {
    if (!call) return;
    const { callId } = call;
    if (!call.dialOperator) {
      this.#pool.operatorGone(callId, "failed");
      return;
    }
    const leg = call.dialOperator(order, {
      callId,
      answer: async (offer) => (await this.#pool.offer(callId, offer, true)).sdp,
      play: (script) => this.#pool.play(callId, script, true),
    });
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
