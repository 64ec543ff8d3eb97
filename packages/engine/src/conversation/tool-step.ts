import {
  DESTINATION,
  ENDED_REASONS,
  TOOL_CALLS_PER_STEP,
  TOOL_STARTED,
  type ToolAnswer,
  type ToolCall,
  type ToolItem,
  type ToolMessage,
} from "@callwright/contract";
import type { AgentTool, ToolOutcome } from "./agent-tool.ts";
import type { Way } from "./agents/agent-spec.ts";
import { handedOver } from "./agents/way-mark.ts";
import type { Aside } from "./asides.ts";
import type { TurnPart } from "./conversation.ts";
import { EventQueue } from "./event-queue.ts";
import type { StepCall } from "./read-call.ts";
import { languageOf } from "./spoken-language.ts";
import { delayedMessages, findToolMessage, toolMessageText } from "./tool-messages.ts";
import { cutResult, isHintToModel, messageAfter } from "./tool-outcome.ts";
import { isRejected } from "./tool-rejection.ts";
import type { TurnContext } from "./turn.ts";

/** The default of a delayed message. */
const DELAY_DEFAULT_MS = 5_000;

/** A model that makes the same call in this many steps of a turn does not stop by itself. */
const SAME_CALLS_MAX = 3;

const TOO_MANY = `The tool was not run: at most ${TOOL_CALLS_PER_STEP} tools run at a time. If it is still needed, call it again now.`;

type StepEvent =
  | Aside
  | { type: "delayed"; message: ToolMessage; call: ToolCall }
  | { type: "answered"; call: ToolCall; tool: AgentTool | undefined; outcome: ToolOutcome };

/**
 * Runs the tool calls of one model step, the first `TOOL_CALLS_PER_STEP` of them, all at once, and speaks their messages. If the turn is cancelled,
 * `run` ends at once; the tools continue, and their answers join the history.
 */
export class ToolStep {
  /** A spoken message has answered every call, so the model need not speak. */
  isAnswered = false;
  endedReason: string | undefined;
  /** The call that hands the conversation over to another agent. */
  handoff: ToolCall | undefined;
  /** The conversation was handed over too often without a word of the caller, and is not again. */
  isLoop = false;
  /** A call waits for the client's next request. */
  isPending = false;
  /** The telephone has taken the call over, for a mailbox or another person. */
  isOnPhone = false;
  /** The model called an unknown tool, or used wrong arguments. It was informed. */
  hasMistake = false;
  /** A tool has succeeded. */
  hasSucceeded = false;
  /** The model makes the same call again and again. */
  isStuck = false;
  readonly #context: TurnContext;
  readonly #calls: readonly StepCall[];
  readonly #signal: AbortSignal;
  readonly #store: (call: ToolCall, answer: ToolAnswer) => void;
  readonly #events = new EventQueue<StepEvent>();
  readonly #delays = new Set<NodeJS.Timeout>();
  /** Calls whose answers the turn waits for. */
  readonly #open = new Set<ToolCall>();
  /** Calls that are neither run nor answered yet. */
  readonly #next: Set<ToolCall>;

  constructor(context: TurnContext, calls: readonly StepCall[], signal: AbortSignal) {
    this.#context = context;
    this.#calls = calls;
    this.#signal = signal;
    this.#store = context.history.addCalls(calls.map(({ call }) => call));
    this.#next = new Set(calls.map(({ call }) => call));
  }

  async *run(): AsyncGenerator<TurnPart | Aside> {
    let closeAsides = () => {};
    try {
      for (const each of this.#calls) {
        yield* this.#begin(each);
        if (this.#signal.aborted) return;
      }
      if (this.#isWaiting) yield { type: "flush", wait: false };
      if (!this.#hasOwnMessages) closeAsides = this.#context.asides.open((text) => this.#events.push({ type: "aside", text }));
      yield* this.#awaitAnswers();
    } finally {
      closeAsides();
      for (const delay of this.#delays) clearTimeout(delay);
      for (const call of this.#next) this.#answer(call, refused("The caller interrupted before the tool was run."));
    }
  }

  /** The tools have their own messages about their duration. */
  get #hasOwnMessages(): boolean {
    const { tools } = this.#context.speaker.tools;
    const called = tools.filter(({ name }) => this.#calls.some(({ call }) => call.name === name));
    return called.some(({ messages }) =>
      messages.some(({ type }) => type === "request-start" || type === "request-response-delayed"),
    );
  }

  /** A tool still runs that the turn waits for. */
  get #isWaiting(): boolean {
    return this.#open.size > this.#events.size;
  }

  async *#begin(step: StepCall): AsyncGenerator<TurnPart> {
    const { call, problem } = step;
    const { speaker, history, render } = this.#context;
    const tool = speaker.tools.tools.find(({ name }) => name === call.name);
    this.#open.add(call);
    if (!tool || problem !== undefined) {
      this.hasMistake = true;
      return this.#answer(call, refused(problem ?? `There is no tool '${call.name}'.`));
    }
    if (this.#calls.indexOf(step) >= TOOL_CALLS_PER_STEP) return this.#answer(call, refused(TOO_MANY));
    if (tool.action === "unavailable") return this.#answer(call, refused(tool.reason ?? "This tool is not available."));
    const first = this.#firstOf(call, tool);
    if (first) {
      this.#repeat(call, first);
      return;
    }
    if (isRejected(tool.rejectionPlan, history.items, render))
      return this.#answer(call, refused("The call was rejected: the conditions of this tool are not met."));

    const start = findToolMessage(tool.messages, "request-start", call.arguments);
    const text = start && this.#textOf(start);
    if (start?.blocking && !tool.isAsync && text) {
      yield { type: "text", text };
      yield { type: "flush", wait: true };
      if (this.#signal.aborted) return;
      this.#run(call, tool);
      return;
    }
    this.#run(call, tool);
    if (text) yield { type: "text", text };
  }

  /** The earlier call of this turn whose answer also applies to this one: the same call that has succeeded or still runs. */
  #firstOf(call: ToolCall, tool: AgentTool): Readonly<ToolItem> | undefined {
    const { history, callsAfter, running } = this.#context;
    if (tool.mayRepeat || (tool.action !== "run" && tool.action !== "client")) return undefined;
    const same = history.sameCallsBefore(call, callsAfter);
    const index = same.findIndex((each) => (each.answer ? !each.answer.failed : running.has(each.call)));
    const ofStepsBefore = same.slice(Math.max(index, 0)).filter((each) => !this.#calls.some((own) => own.call === each.call));
    const steps = new Set(ofStepsBefore.map(({ step }) => step));
    this.isStuck ||= index !== -1 && steps.size >= SAME_CALLS_MAX - 1;
    return same[index];
  }

  /** Answers a repeated call with the answer of the first one. */
  #repeat(call: ToolCall, { call: first, answer }: Readonly<ToolItem>): void {
    const told = this.isStuck ? refused(AGAIN_AND_AGAIN) : answer && repeated(answer);
    if (told) {
      this.#answer(call, told, { isRepeated: true });
      return;
    }
    this.#next.delete(call);
    void this.#context.running.get(first)?.then((outcome) => {
      if (outcome.isPending) this.#events.push({ type: "answered", call, tool: undefined, outcome });
      else this.#answer(call, repeated(outcome), { isRepeated: true });
    });
  }

  #run(call: ToolCall, tool: AgentTool): void {
    const { onTool, now, running } = this.#context;
    this.#next.delete(call);
    if (tool.action === "handoff") {
      this.#answer(call, this.#handOver(call));
      return;
    }
    if (tool.action === "end-call") {
      this.endedReason ??= ENDED_REASONS.assistantEndedCall;
      this.#answer(call, { result: "The call ends.", failed: false });
      return;
    }
    onTool({ type: "tool-called", call });
    const startedAtMs = now().getTime();
    const done = this.#outcomeOf(call, tool).then((answered) => {
      const outcome = this.#joined(call, answered);
      const { metadata } = outcome;
      const durationMs = now().getTime() - startedAtMs;
      if (!outcome.isPending)
        onTool({
          type: "tool-answered",
          call,
          ...this.#keep(call, outcome, durationMs),
          durationMs,
          ...(metadata && { metadata }),
        });
      if (!tool.isAsync) this.#events.push({ type: "answered", call, tool, outcome });
      return outcome;
    });
    running.set(call, done);
    if (tool.isAsync) {
      this.#store(call, { result: TOOL_STARTED, failed: false });
      this.#open.delete(call);
      return;
    }
    for (const message of delayedMessages(tool.messages, call.arguments))
      this.#delays.add(
        setTimeout(() => this.#events.push({ type: "delayed", message, call }), message.timingMilliseconds ?? DELAY_DEFAULT_MS),
      );
  }

  #handOver(call: ToolCall): ToolOutcome {
    const way = this.#context.team?.wayOf(call);
    if (!way) this.hasMistake = true;
    return way ? this.#take(call, () => way) : refused(`There is no destination '${String(call.arguments[DESTINATION])}'.`);
  }

  /** The outcome of a tool whose server may have chosen the next agent. */
  #joined(call: ToolCall, outcome: ToolOutcome): ToolOutcome {
    const { team } = this.#context;
    const { handoff, phoneAct } = outcome;
    if (phoneAct?.type === "transfer" && this.#signal.aborted)
      return refused("The caller interrupted, and the call was not transferred.");
    if (!handoff) return outcome;
    if (!team) return refused("The conversation cannot be handed over here.");
    if (this.#signal.aborted) return refused("The caller interrupted, and the conversation was not handed over.");
    return { ...outcome, ...this.#take(call, () => team.join(call, handoff)) };
  }

  /** Of several handoffs in one step, the first one counts. */
  #take(call: ToolCall, find: () => Way): ToolOutcome {
    this.isLoop ||= this.#context.team?.mayHandOver !== true;
    if (this.isLoop) return refused("Answer yourself: the conversation was handed over too often.");
    if (this.handoff) return refused("The conversation was handed over to another agent.");
    this.handoff = call;
    return { result: handedOver(find()), failed: false };
  }

  /** Never fails, and never waits longer than the tool may take. */
  async #outcomeOf(call: ToolCall, tool: AgentTool): Promise<ToolOutcome> {
    const { speaker, variableValues, history } = this.#context;
    const { tools } = speaker;
    const soFar = tool.needsHistory ? history.items : undefined;
    const deadline = new AbortController();
    const late = new Promise<ToolOutcome>((resolve) => {
      deadline.signal.addEventListener("abort", () => resolve(refused(`The tool did not answer in ${tool.timeoutMs / 1000} s.`)));
    });
    const timer = setTimeout(() => deadline.abort(), tool.timeoutMs);
    try {
      return await Promise.race([tools.run(call, { ...variableValues }, deadline.signal, soFar), late]);
    } catch {
      return refused("The tool failed unexpectedly.");
    } finally {
      clearTimeout(timer);
    }
  }

  /** Answers a call that no tool has run. */
  #answer(call: ToolCall, outcome: ToolOutcome, { isRepeated = false } = {}): void {
    const { onTool } = this.#context;
    this.#next.delete(call);
    onTool({ type: "tool-called", call });
    const answered = { ...this.#keep(call, outcome), durationMs: 0, ...(isRepeated && { repeated: true as const }) };
    onTool({ type: "tool-answered", call, ...answered });
    this.#events.push({ type: "answered", call, tool: undefined, outcome });
  }

  /** Puts the answer into the history, and new values into the variables. */
  #keep(call: ToolCall, { result, failed, variables }: ToolOutcome, durationMs?: number): ToolAnswer {
    const answer: ToolAnswer = { result: cutResult(result), failed, ...(durationMs !== undefined && { durationMs }) };
    this.#store(call, answer);
    Object.assign(this.#context.variableValues, variables);
    return answer;
  }

  async *#awaitAnswers(): AsyncGenerator<TurnPart | Aside> {
    const hints: string[] = [];
    let unspoken = this.#calls.length - this.#open.size;
    while (this.#open.size > 0) {
      const event = await this.#events.next(this.#signal);
      if (!event) return;
      if (event.type === "aside") {
        yield event;
        continue;
      }
      if (event.type === "delayed") {
        if (this.#open.has(event.call)) yield* this.#speak(event.message, true);
        continue;
      }
      const { call, tool, outcome } = event;
      this.#open.delete(call);
      if (outcome.isPending) {
        this.isPending = true;
        continue;
      }
      this.hasSucceeded ||= !outcome.failed;
      const message = messageAfter(call, tool, outcome);
      const isHint = message !== undefined && isHintToModel(message);
      if (isHint) hints.push(this.#textOf(message));
      const text = message && !isHint ? this.#textOf(message) : "";
      if (text === "") unspoken += 1;
      else yield { type: "text", text };
      if (outcome.phoneAct) yield { type: "phone-act", act: outcome.phoneAct };
      if (outcome.phoneAct && outcome.phoneAct.type !== "keys") this.isOnPhone = true;
      if (message && "endCallAfterSpokenEnabled" in message && message.endCallAfterSpokenEnabled)
        this.endedReason ??= ENDED_REASONS.assistantEndedCallAfterMessageSpoken;
    }
    // After the answers: a message in between would separate the calls from their answers.
    for (const text of hints) this.#context.history.add({ type: "system", text });
    this.isAnswered = unspoken === 0;
  }

  *#speak(message: ToolMessage, flush: boolean): Generator<TurnPart> {
    const text = this.#textOf(message);
    if (text === "") return;
    yield { type: "text", text };
    if (flush) yield { type: "flush", wait: false };
  }

  #textOf(message: ToolMessage): string {
    const { speaker, render } = this.#context;
    return render(toolMessageText(message, languageOf(speaker.assistant)), "toolMessage").trim();
  }
}

function refused(result: string): ToolOutcome {
  return { result, failed: true };
}

const AGAIN_AND_AGAIN =
  "The tool was not run: this is the same call for the third time in this turn, and the first has its result. Answer the caller now.";

function repeated({ result, failed }: Pick<ToolOutcome, "result" | "failed">): ToolOutcome {
  return { result: `The tool was not run again: the same call was made before in this turn. Its result:\n${result}`, failed };
}
