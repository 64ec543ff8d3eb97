import { setTimeout as delay } from "node:timers/promises";
import {
  type CallEvent,
  CHAT_TURN_MAX_MS,
  type CreateAssistant,
  ENDED_REASONS,
  endedBy,
  explainEndedReason,
  PlatformError,
  timeLimit,
} from "@callwright/contract";
import type { PhoneScript } from "@callwright/engine";
import type { OrgCaller } from "../../platform/http/caller.ts";
import type { Target } from "../assistant/resolve-target.ts";
import { type StartOptions, startResolvedCall } from "../call/api/start-call.ts";
import type { CallService } from "../call/runtime/call-service.ts";
import { findCallRow } from "../call/runtime/lifecycle-store.ts";
import type { TestedTools } from "../tool/run/tested-tools.ts";
import { type SayAct, wordsOfAct } from "./caller/caller-act.ts";
import { HeardCall, isAnswered, isBegun, isQuiet, turnOf, wordsOf } from "./heard-call.ts";
import type { TellingContext } from "./hook-messages.ts";
import type { AgentState, TakenTurn, TestedAgent } from "./tested-agent.ts";

/** What runs of tests use. */
export interface TestRunContext extends TellingContext {
  calls: CallService;
}

/** The agent does not begin to speak, or to answer a message, for this long. */
const GREETING_MAX_MS = 15_000;
const ANSWER_MAX_MS = 30_000;
/** The tester speaks when the agent has been quiet this long. */
const QUIET_MS = 1_000;
/** Other calls may use all slots. */
const SLOT_MAX_MS = 10 * 60_000;
/** A call host that cannot start is tried again for a minute. */
const HOST_TRIES = 20;
const HOST_AGAIN_SECONDS = 3;

const HOLD = { do: "hold" } as const;

/** The server stops: another one makes the attempt. */
export class AttemptGivenUp extends Error {}

interface TestedCallOptions extends Pick<StartOptions, "details" | "phone" | "simulatedCaller"> {
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
  events: readonly CallEvent[];
}

/**
 * Calls the agent from a tester with the built-in voice, with sound in a call host, as on a telephone. The tester reads the agent's words in the
 * transcript. `onEnded` gets the rest, however the call ends.
 */
export async function withTestedCall<Result>(
  context: TestRunContext,
  options: TestedCallOptions,
  talk: (agent: TestedAgent) => Promise<Result>,
  onEnded: (remains: CallRemains) => void,
): Promise<Result> {
  const { calls } = context;
  const heard = new HeardCall();
  const callId = await startWhenFree(context, options, heard);
  const agent = new TestedCall(calls, callId, heard);
  try {
    calls.play(callId, [HOLD]);
    await agent.greet(mayGreet(options.target), options.signal);
    return await talk(agent);
  } finally {
    if (!heard.end) await calls.end(callId, ENDED_REASONS.manuallyCanceled);
    await calls.whenEnded(callId);
    const row = await findCallRow(context.db, callId);
    onEnded({ callId, cost: row?.details.cost ?? 0, events: heard.since(0) });
  }
}

/** Starts the call when a slot is free. */
async function startWhenFree(
  context: TestRunContext,
  { orgId, target, name, test, simulatedCaller, details, phone, signal }: TestedCallOptions,
  heard: HeardCall,
): Promise<string> {
  const caller: OrgCaller = { kind: "org", orgId, role: "editor", tag: "private", userId: null, apiToken: null };
  // Agents that servers choose join only the team of their own attempt.
  const { assistant, ...others } = structuredClone(target);
  const tested = { ...others, assistant: withoutMessages(assistant) };
  const untilMs = performance.now() + SLOT_MAX_MS;
  for (let hostTries = 1; ; ) {
    try {
      const { row } = await startResolvedCall(context, caller, tested, {
        type: "inboundPhoneCall",
        name,
        test,
        ...(simulatedCaller && { simulatedCaller }),
        ...(details && { details }),
        ...(phone && { phone }),
        onEvents: (events) => heard.hear(events),
      });
      return row.id;
    } catch (error) {
      if (!(error instanceof PlatformError) || performance.now() > untilMs) throw error;
      const { code, retryAfterSeconds = HOST_AGAIN_SECONDS } = error;
      const mayTryAgain = code === "at-capacity" || (code === "call-host-unavailable" && hostTries++ < HOST_TRIES);
      if (!mayTryAgain) throw error;
      // Each try opens the tools of the agent.
      await delay(retryAfterSeconds * 1000, undefined, { signal });
    }
  }
}

/** A call of a test sends no server messages and no trace, and its recording and log stay on this server. */
function withoutMessages({ observabilityPlan: _, ...assistant }: CreateAssistant): CreateAssistant {
  const artifactPlan = {
    ...assistant.artifactPlan,
    recordingUseCustomStorageEnabled: false,
    loggingUseCustomStorageEnabled: false,
  };
  return { ...assistant, serverMessages: [], artifactPlan };
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
    if (isExpected) await this.#heard.until(() => has("assistant.said"), AbortSignal.any([signal, timeLimit(GREETING_MAX_MS)]));
    await this.#untilQuiet(() => isQuiet(this.#heard.since(0)), signal);
    const greeting = wordsOf(this.#heard.since(0));
    if (greeting !== "") this.greeting = greeting;
  }

  async take(act: SayAct, signal: AbortSignal, listensMs?: number): Promise<TakenTurn> {
    const before = this.#outcome();
    if (before) return before;
    const said = wordsOfAct(act);
    const from = this.#heard.count;
    const sinceMs = performance.now();
    this.#calls.play(this.#callId, [...stepsOf(act), HOLD]);
    const within = (maxMs: number) => AbortSignal.any([signal, timeLimit(maxMs + speakingMs(act))]);
    const [beginning, whole] = [within(ANSWER_MAX_MS), within(CHAT_TURN_MAX_MS)];
    const hasBegun = () => isBegun(this.#heard.since(from));
    await this.#heard.until(hasBegun, beginning);
    const listening = listensMs === undefined ? whole : AbortSignal.any([whole, timeLimit(listensMs)]);
    if (hasBegun()) await this.#untilQuiet(() => isAnswered(this.#heard.since(from)), listening);
    signal.throwIfAborted();
    const events = this.#heard.since(from);
    // The rest of the answer that the caller spoke into ends before the caller's words do.
    const own =
      act.when === "interrupt"
        ? Math.max(
            0,
            events.findIndex(({ type }) => type === "user.said"),
          )
        : 0;
    const rest = wordsOf(events.slice(0, own));
    const turn = turnOf(said, events.slice(own), performance.now() - sinceMs);
    return { turn, ...(rest !== "" && { before: rest }), ...(this.#outcome() ?? { ends: false }) };
  }

  /** What the agent begins to say meanwhile is heard to its end. */
  async wait(ms: number, signal: AbortSignal): Promise<AgentState> {
    const from = this.#heard.count;
    await this.#heard.until(() => false, AbortSignal.any([signal, timeLimit(ms)]));
    await this.#heard.until(() => isQuiet(this.#heard.since(from)), AbortSignal.any([signal, timeLimit(CHAT_TURN_MAX_MS)]));
    signal.throwIfAborted();
    const words = wordsOf(this.#heard.since(from));
    return { ...(words !== "" && { before: words }), ...(this.#outcome() ?? { ends: false }) };
  }

  /** The caller's telephone hangs up at the end of its script. */
  async leave(afterMs: number): Promise<void> {
    this.#calls.play(this.#callId, [{ do: "wait", ms: afterMs }]);
    await this.#heard.until(() => false, timeLimit(CHAT_TURN_MAX_MS));
  }

  /** Resolves when the condition has held for a while, when the call has ended, or when the signal aborts. */
  async #untilQuiet(isSo: () => boolean, signal: AbortSignal): Promise<void> {
    for (let known = -1; known !== this.#heard.count && !this.#heard.end && !signal.aborted; ) {
      await this.#heard.until(isSo, signal);
      known = this.#heard.count;
      await this.#heard.change(AbortSignal.any([signal, timeLimit(QUIET_MS)]));
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

/** Longer than a voice needs for the words and their pauses. */
const speakingMs = ({ pieces, afterMs }: SayAct) =>
  pieces.reduce((sum, { text, pauseMs }) => sum + 100 * text.length + pauseMs, afterMs);

/** The pause after the last piece is the agent's turn. */
function stepsOf({ pieces, afterMs }: SayAct): PhoneScript {
  const pause = (ms: number): PhoneScript => (ms > 0 ? [{ do: "wait", ms }] : []);
  const isLast = (place: number) => place === pieces.length - 1;
  const said = pieces.flatMap(
    ({ text, pauseMs }, place): PhoneScript => [{ do: "say", text }, ...(isLast(place) ? [] : pause(pauseMs))],
  );
  return [...pause(afterMs), ...said];
}
