import { setTimeout as delay } from "node:timers/promises";
import { CHAT_TURN_MAX_MS, ENDED_REASONS, endedBy, explainEndedReason, PlatformError } from "@callwright/contract";
import type { PhoneScript } from "@callwright/engine";
import type { CallService } from "../../calls/call-service.ts";
import { findCallRow } from "../../calls/lifecycle-store.ts";
import type { TestedTools } from "../../conversations/tested-tools.ts";
import type { OrgCaller } from "../../http/caller.ts";
import type { ServerContext } from "../../server-context.ts";
import type { Target } from "../assistant/resolve-target.ts";
import { startResolvedCall } from "../call/start-call.ts";
import { HeardCall, isAnswered, isQuiet, turnOf, wordsOf } from "./heard-call.ts";
import type { TakenTurn, TestedAgent } from "./tested-agent.ts";

/** What runs of tests use. */
export interface RunContext extends ServerContext {
  calls: CallService;
}

/** The agent does not begin, or says nothing to a message, for this long. */
const GREETING_MAX_MS = 15_000;
const ANSWER_MAX_MS = 30_000;
/** The tester speaks when the agent has been quiet this long. */
const QUIET_MS = 1_000;
/** Other calls may have all places. */
const PLACE_MAX_MS = 10 * 60_000;
const PLACE_AGAIN_MS = 3_000;

const HOLD = { do: "hold" } as const;
/** The far end hangs up when its script is over. */
const HANG_UP: PhoneScript = [{ do: "wait", ms: 300 }];

/** The server stops: another one makes the attempt. */
export class AttemptGivenUp extends Error {}

interface TestedCallOptions {
  orgId: string;
  target: Target;
  name: string;
  test: TestedTools;
  signal: AbortSignal;
}

/** What a call of a test leaves behind. */
export interface CallRemains {
  callId: string;
  /** US dollars. */
  cost: number;
}

/**
 * Calls the agent, whose far end is a tester with the built-in voice: sound through a call host, as on the telephone. The tester reads what the
 * agent says in the transcript. `onEnded` gets what remains, however the talk ends.
 */
export async function withTestedCall<Result>(
  context: RunContext,
  options: TestedCallOptions,
  talk: (agent: TestedAgent) => Promise<Result>,
  onEnded: (remains: CallRemains) => void,
): Promise<Result> {
  const { calls } = context;
  const heard = new HeardCall();
  const callId = await place(context, options, heard);
  const agent = new TestedCall(calls, callId, heard);
  try {
    calls.play(callId, [HOLD]);
    await agent.greet(mayGreet(options.target), options.signal);
    return await talk(agent);
  } finally {
    if (!heard.end) await calls.end(callId, ENDED_REASONS.manuallyCanceled);
    await calls.whenEnded(callId);
    const row = await findCallRow(context.db, callId);
    onEnded({ callId, cost: row?.details.cost ?? 0 });
  }
}

/** Waits for a place of a call, as long as other calls have all of them. */
async function place(context: RunContext, { orgId, target, name, test, signal }: TestedCallOptions, heard: HeardCall) {
  const caller: OrgCaller = { kind: "org", orgId, role: "editor", tag: "private", userId: null, apiToken: null };
  // Agents that servers choose join the team of their attempt alone. Tests send no server messages.
  const { assistant, ...others } = structuredClone(target);
  const tested = { ...others, assistant: { ...assistant, serverMessages: [] } };
  const until = performance.now() + PLACE_MAX_MS;
  for (;;) {
    try {
      const { row } = await startResolvedCall(context, caller, tested, {
        ...{ type: "inboundPhoneCall", name, test },
        onEvents: (events) => heard.hear(events),
      });
      return row.id;
    } catch (error) {
      const isFull = error instanceof PlatformError && (error.code === "at-capacity" || error.code === "call-host-unavailable");
      if (!isFull || performance.now() > until) throw error;
      await delay(PLACE_AGAIN_MS, undefined, { signal });
    }
  }
}

/** Does the agent speak first, perhaps? Of a team, its first agent decides. */
function mayGreet({ assistant: { firstMessage = "", firstMessageMode }, team }: Target): boolean {
  if (team) return true;
  if (firstMessageMode === "assistant-waits-for-user") return false;
  return firstMessageMode === "assistant-speaks-first-with-model-generated-message" || firstMessage.trim() !== "";
}

class TestedCall implements TestedAgent {
  greeting?: string;
  readonly #calls: CallService;
  readonly #callId: string;
  readonly #heard: HeardCall;

  constructor(calls: CallService, callId: string, heard: HeardCall) {
    this.#calls = calls;
    this.#callId = callId;
    this.#heard = heard;
  }

  /** Waits for the first message. */
  async greet(isExpected: boolean, signal: AbortSignal): Promise<void> {
    const has = (type: string) => this.#heard.since(0).some((event) => event.type === type);
    await this.#heard.until(() => has("call.started"), signal);
    if (isExpected)
      await this.#heard.until(() => has("assistant.said"), AbortSignal.any([signal, AbortSignal.timeout(GREETING_MAX_MS)]));
    await this.#untilQuiet(() => isQuiet(this.#heard.since(0)), signal);
    const greeting = wordsOf(this.#heard.since(0));
    if (greeting !== "") this.greeting = greeting;
  }

  async take(said: string, signal: AbortSignal): Promise<TakenTurn> {
    const before = this.#outcome();
    if (before) return before;
    const from = this.#heard.count;
    const sinceMs = performance.now();
    this.#calls.play(this.#callId, [{ do: "say", text: said }, HOLD]);
    const isOver = () => isAnswered(this.#heard.since(from));
    await this.#untilQuiet(isOver, AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MAX_MS + speakingMs(said))]));
    signal.throwIfAborted();
    const turn = turnOf(said, this.#heard.since(from), performance.now() - sinceMs);
    return { turn, ...(this.#outcome() ?? { ends: false }) };
  }

  async leave(): Promise<void> {
    this.#calls.play(this.#callId, HANG_UP);
    await this.#heard.until(() => false, AbortSignal.timeout(CHAT_TURN_MAX_MS));
  }

  /** Resolves when it is so and has been for a while, when the call has ended, or when the signal aborts. */
  async #untilQuiet(isSo: () => boolean, signal: AbortSignal): Promise<void> {
    for (let known = -1; known !== this.#heard.count && !this.#heard.end && !signal.aborted; ) {
      await this.#heard.until(isSo, signal);
      known = this.#heard.count;
      await this.#heard.change(AbortSignal.any([signal, AbortSignal.timeout(QUIET_MS)]));
    }
  }

  #outcome(): TakenTurn | undefined {
    const { end } = this.#heard;
    if (!end) return undefined;
    const { endedReason, message } = end;
    if (endedReason === ENDED_REASONS.workerShutdown) throw new AttemptGivenUp();
    if (endedReason === ENDED_REASONS.silenceTimedOut || endedBy(endedReason) === "assistant") return { ends: true };
    return { ends: false, failure: explainEndedReason(endedReason, message).sentence };
  }
}

/** Longer than a voice needs for a text. */
const speakingMs = (text: string) => 100 * text.length;
