import type { DialContactContext } from "./dial-contact.ts";
import { type Round, runCampaigns } from "./run-campaigns.ts";
import { UnderWay } from "./under-way.ts";

/** When the next round begins, in milliseconds after this one. */
const NEXT_AFTER_MS: Record<Round | "failed", number> = { busy: 20, waiting: 500, idle: 3_000, failed: 2_000 };

/**
 * Runs the campaigns, on every node. The tables of campaigns and contacts are its queue, so that any node can go on where another one has
 * stopped.
 */
export function startCampaignCalls(context: Omit<DialContactContext, "signal" | "limited" | "underWay" | "wake">) {
  const stop = new AbortController();
  const { signal } = stop;
  const limited: DialContactContext["limited"] = new Map();
  const underWay = new UnderWay();
  let timer: NodeJS.Timeout | undefined;
  let isWoken = false;
  let round: Promise<void> | undefined;

  async function run(): Promise<void> {
    let result: Round | "failed" = "failed";
    try {
      result = await runCampaigns({ ...context, signal, limited, underWay, wake });
    } catch (error) {
      if (!signal.aborted) context.log.warn({ err: error }, "a round of campaigns failed; the next one goes on");
    }
    round = undefined;
    if (signal.aborted) return;
    const isSoon = isWoken && result !== "failed";
    isWoken = false;
    timer = setTimeout(begin, isSoon ? 0 : NEXT_AFTER_MS[result]);
  }

  function begin(): void {
    clearTimeout(timer);
    if (context.held.isHeld("campaigns")) timer = setTimeout(begin, NEXT_AFTER_MS.idle);
    else round = run();
  }

  /** Begins a round now, or another one after the current round. */
  function wake(): void {
    if (signal.aborted) return;
    if (round !== undefined) isWoken = true;
    else begin();
  }

  begin();
  return {
    wake,
    /** No call is placed any more when it resolves. */
    async close() {
      stop.abort();
      clearTimeout(timer);
      await round;
      await underWay.settled();
    },
  };
}
