import { ASSISTANT_DEFAULTS, ENDED_REASONS, normalizeWords, type TextItem, type ToolCall } from "@callwright/contract";
import { ProviderError } from "../model/provider-error.ts";
import { NO_TOOLS, type ToolHappening, type ToolOutcome, type ToolRunner } from "./agent-tool.ts";
import type { Way } from "./agents/agent-spec.ts";
import { chooseWay } from "./agents/choose-way.ts";
import { argumentsFromValues } from "./agents/node-arguments.ts";
import { type Speaker, speakerWith } from "./agents/speaker.ts";
import type { Team } from "./agents/team.ts";
import { destinationOf, handedOver } from "./agents/way-mark.ts";
import type { Asides } from "./asides.ts";
import type { TurnPart } from "./conversation.ts";
import { greeting } from "./greeting.ts";
import { type History, joinedWords } from "./history.ts";
import { type ModelCall, readCall, readModelCall, type StepCall } from "./read-call.ts";
import type { RenderTemplate } from "./template.ts";
import { ToolStep } from "./tool-step.ts";

/** Maximum model steps of one agent in one turn. A model that calls tools endlessly is stopped here. */
export const MODEL_STEPS_MAX = 10;

export interface TurnContext {
  speaker: Speaker;
  /** Absent: an assistant has the conversation alone. */
  team?: Team | undefined;
  onTool: (happening: ToolHappening) => void;
  history: History;
  /** Added to the model's history in this turn only. Default: none. */
  notes?: readonly TextItem[];
  asides: Asides;
  render: RenderTemplate;
  now: () => Date;
  /** Tools add values. */
  variableValues: Record<string, unknown>;
  /** The last step before the turn: a call that was made after it is not repeated. */
  callsAfter: number;
  /** Running and finished tools, by their call. */
  running: WeakMap<ToolCall, Promise<ToolOutcome>>;
}

/** How the steps of one agent ended. */
interface Ended {
  /** The agent hands over. */
  taken?: TakenWay;
  /** With `stopsAfterTools`: tools have answered, and the agent continues. */
  isCalled?: boolean;
}

interface TakenWay {
  way: Way;
  /** The call that chose it. Absent: no model did. */
  call?: ToolCall;
  /** The call stands in the history. */
  isInHistory?: boolean;
}

/** The results of a model step besides its words. */
interface ModelStep {
  calls: ModelCall[];
  endsCall: boolean;
  hasText: boolean;
}

interface StepOptions {
  tools: ToolRunner;
  notes?: readonly TextItem[];
  stopsAfterTools?: boolean;
  /** Calls of the model are ignored, because it has repeated the same call. */
  onlySpeaks?: boolean;
}

const DONE: Ended = {};
const EMPTY_NOTE: TextItem = { type: "system", text: "Your answer was empty. Tell the caller what the tools have answered." };
const TOO_OFTEN = "The conversation was handed over too often without a word of the caller.";

/**
 * One turn.
 *
 * ```
 *   model step ── text ──▶ spoken
 *       │ calls
 *       ▼
 *   tool step ── all answers spoken, the call ends, or the client is to answer ──▶ end of turn
 *       │ answers in the history          └── a call hands over ──▶ the next agent's first model step
 *       └──────▶ next model step, at most MODEL_STEPS_MAX
 * ```
 * `enters`: the agent takes the conversation over and begins by itself. Default: it answers the caller.
 */
export async function* answerTurn(context: TurnContext, signal: AbortSignal, { enters = false } = {}): AsyncGenerator<TurnPart> {
  yield* new Turn(context, signal).run(enters);
}

class Turn {
  readonly #context: TurnContext;
  readonly #signal: AbortSignal;
  #reply: ReturnType<History["beginReply"]>;
  /** Words of the current agent in this turn. */
  #said = "";
  /** Whether the agent itself has spoken, without words during the wait for its model. */
  #hasSpoken = false;
  #hasMistake = false;
  /** A tool has succeeded for the current agent. */
  #hasSucceeded = false;
  #callsAfter: number;

  constructor(context: TurnContext, signal: AbortSignal) {
    this.#context = context;
    this.#signal = signal;
    this.#reply = context.history.beginReply();
    this.#callsAfter = context.callsAfter;
  }

  async *run(enters: boolean): AsyncGenerator<TurnPart> {
    const { team } = this.#context;
    if (!team) {
      yield* this.#steps({ tools: this.#context.speaker.tools, notes: this.#context.notes ?? [] });
      return;
    }
    let isEntering = enters;
    for (;;) {
      const taken = yield* this.#agentPart(team, isEntering);
      if (!taken) return;
      if (this.#signal.aborted) {
        // The history has the call already: the next agent answers the caller.
        if (taken.isInHistory) team.take(taken.way, taken.call?.arguments ?? {});
        return;
      }
      if (!team.mayHandOver) {
        yield* this.#fail(TOO_OFTEN);
        return;
      }
      const isNew = yield* this.#handOver(team, taken);
      isEntering = true;
      if (team.kind === "node") continue;
      if (yield* this.#greet(isNew)) return;
    }
  }

  // One agent

  /** The words and actions of an agent. Returns the way on which it hands over. */
  async *#agentPart(team: Team, enters: boolean): AsyncGenerator<TurnPart, TakenWay | undefined> {
    const { node } = team.current;
    switch (node?.type) {
      case undefined:
        return (yield* this.#steps({ tools: team.tools, notes: this.#context.notes ?? [] })).taken;
      case "hangup":
        yield* this.#end(ENDED_REASONS.assistantEndedCall);
        return undefined;
      case "tool":
        return yield* this.#toolNode(team);
      case "conversation":
        return enters ? yield* this.#enterNode(team) : yield* this.#answerAtNode(team);
    }
  }

  /** A node speaks first. If it has asked nothing, it continues by itself if it can. */
  async *#enterNode(team: Team): AsyncGenerator<TurnPart, TakenWay | undefined> {
    if (!hasPrompt(team)) return yield* this.#decideWay(team);
    const { taken } = yield* this.#steps({ tools: team.tools });
    if (taken || this.#signal.aborted || this.#said.trim() === "" || /\?\s*$/.test(this.#said)) return taken;
    const { forced, next } = team.openWays();
    return asTaken(forced ?? next);
  }

  async *#answerAtNode(team: Team): AsyncGenerator<TurnPart, TakenWay | undefined> {
    const ways = team.openWays();
    if (ways.forced) return asTaken(ways.forced);
    if (ways.next && ways.offered.length === 0) return asTaken(ways.next);
    return (yield* this.#steps({ tools: team.withWays(ways) })).taken;
  }

  async *#toolNode(team: Team): AsyncGenerator<TurnPart, TakenWay | undefined> {
    const [tool] = team.tools.tools;
    if (!tool) {
      yield* this.#fail("The node has no tool.");
      return undefined;
    }
    const known = argumentsFromValues(tool, this.#context.variableValues);
    const tools: ToolRunner = { tools: [tool], run: (...run) => team.tools.run(...run) };
    const notes: TextItem[] = [{ type: "system", text: `Call '${tool.name}' now. If you lack a value, ask the caller for it.` }];
    const call = known && readCall(this.#newCall(tool.name, known), [tool]);
    const { isCalled, taken } =
      call && call.problem === undefined
        ? yield* this.#callTools([call], tools)
        : yield* this.#steps({ tools, notes, stopsAfterTools: true });
    if (taken || !isCalled || this.#signal.aborted) return taken;
    return yield* this.#decideWay(team);
  }

  /** Continues without speaking. If there is no way, the model speaks the tool's answer. */
  async *#decideWay(team: Team): AsyncGenerator<TurnPart, TakenWay | undefined> {
    const { history } = this.#context;
    const { forced, next, offered } = team.openWays();
    if (forced ?? next) return asTaken(forced ?? next);
    const call = offered.length > 0 ? await chooseWay(team, offered, { history, signal: this.#signal }) : undefined;
    const way = call ? team.wayOf(call) : team.current.ways.find(isOtherwise);
    if (way) return { way, ...(call && { call }) };
    yield* this.#steps({ tools: NO_TOOLS });
    return undefined;
  }

  /** True if the new agent has said its first message, or waits. */
  *#greet(isNew: boolean): Generator<TurnPart, boolean> {
    const { render, speaker } = this.#context;
    const { firstMessage, firstMessageMode = ASSISTANT_DEFAULTS.firstMessageMode } = speaker.assistant;
    if (firstMessageMode === "assistant-waits-for-user") return true;
    if (!isNew || firstMessageMode !== "assistant-speaks-first") return false;
    const part = greeting(render(firstMessage ?? "", "firstMessage").trim());
    if (!part) return false;
    yield { ...part, ...this.#speakNext(part.text) };
    return true;
  }

  /** True when the next agent has the conversation for the first time. */
  *#handOver(team: Team, { way, call, isInHistory = false }: TakenWay): Generator<TurnPart, boolean> {
    const { history, render } = this.#context;
    const message = way.message === undefined ? "" : render(way.message, "handoff").trim();
    if (message !== "") yield this.#speakNext(message);
    if (!isInHistory) {
      const mark = call ?? this.#newCall(way.tool, destinationOf(way));
      history.addCalls([mark])(mark, { result: handedOver(way), failed: false });
    }
    const isNew = team.take(way, call?.arguments ?? {});
    this.#reply = history.beginReply();
    this.#said = "";
    this.#hasSpoken = false;
    this.#hasMistake = false;
    this.#hasSucceeded = false;
    this.#callsAfter = history.lastStep;
    yield { type: "handoff", agent: team.current.name };
    return isNew;
  }

  #newCall(name: string, given: Record<string, unknown>): ToolCall {
    return { id: `way_${this.#context.history.size}`, name, arguments: given };
  }

  // Steps

  async *#steps({
    tools,
    notes = [],
    stopsAfterTools = false,
    onlySpeaks = false,
  }: StepOptions): AsyncGenerator<TurnPart, Ended> {
    const { speaker } = this.#context;
    for (let step = 0; step < MODEL_STEPS_MAX; step++) {
      let result: ModelStep;
      try {
        result = yield* this.#modelStep(tools, step === 0 ? notes : (this.#context.notes ?? []));
        if (this.#isToRepeat(result)) result = yield* this.#modelStep(tools, [...(this.#context.notes ?? []), EMPTY_NOTE]);
      } catch (error) {
        if (this.#signal.aborted) return DONE;
        yield* this.#fail(error instanceof ProviderError ? error.message : "The model failed unexpectedly.");
        return DONE;
      }
      if (this.#signal.aborted) return DONE;
      if (result.calls.length === 0 || onlySpeaks) {
        if (!this.#hasSpoken && !this.#hasSucceeded) yield* this.#fail("The model answered without a word.");
        else if (saysEndCallPhrase(this.#said, speaker.assistant.endCallPhrases ?? []))
          yield* this.#end(ENDED_REASONS.assistantSaidEndCallPhrase);
        else if (result.endsCall) yield* this.#end(ENDED_REASONS.assistantEndedCall);
        return DONE;
      }
      const calls = result.calls.map((call) => readModelCall(call, tools.tools));
      const ended = yield* this.#callTools(calls, tools);
      if (ended.taken || !ended.isCalled || stopsAfterTools) return ended;
    }
    yield* this.#fail(`The model called tools in ${MODEL_STEPS_MAX} steps without an answer.`);
    return DONE;
  }

  /** After a tool has succeeded, an empty answer does not fail the turn: it is requested once more. */
  #isToRepeat({ hasText, calls, endsCall }: ModelStep): boolean {
    return this.#hasSucceeded && !hasText && calls.length === 0 && !endsCall && !this.#signal.aborted;
  }

  /** Speaks the text of one model step, and returns its other output. Fails as the model does. */
  async *#modelStep({ tools }: ToolRunner, notes: readonly TextItem[]): AsyncGenerator<TurnPart, ModelStep> {
    const { speaker, history, asides } = this.#context;
    const { assistant, model } = speaker;
    const calls: ModelCall[] = [];
    let endsCall = false;
    const parts = model.stream({
      history: [...joinedWords(speaker.view(history.items)), ...notes],
      tools,
      temperature: assistant.model?.temperature ?? ASSISTANT_DEFAULTS.model.temperature,
      maxTokens: assistant.model?.maxTokens ?? ASSISTANT_DEFAULTS.model.maxTokens,
      speaker: assistant.name,
      signal: this.#signal,
    });
    let isFirst = true;
    let hasText = false;
    for await (const part of untilAborted(asides.before(parts), this.#signal)) {
      if (part.type === "aside") {
        yield* this.#speakAside(part.text);
      } else if (part.type === "text" && part.text !== "") {
        yield isFirst ? this.#speakNext(part.text) : this.#speak(part.text);
        isFirst = false;
        hasText ||= part.text.trim() !== "";
      } else if (part.type === "fell-back") yield { ...part, provider: model.provider };
      else if (part.type === "repaired") yield part;
      else if (part.type === "tool-call") calls.push(part);
      else if (part.type === "end-call") endsCall = true;
    }
    return { calls, endsCall, hasText };
  }

  async *#callTools(calls: StepCall[], tools: ToolRunner): AsyncGenerator<TurnPart, Ended> {
    const { speaker, team } = this.#context;
    this.#reply.split();
    const context = { ...this.#context, callsAfter: this.#callsAfter, speaker: speakerWith(speaker, tools) };
    const step = new ToolStep(context, calls, this.#signal);
    for await (const part of step.run()) {
      if (part.type === "aside") yield* this.#speakAside(part.text);
      else yield part.type === "text" ? this.#speakNext(part.text) : part;
    }
    this.#reply.split();
    const way = step.handoff && team?.wayOf(step.handoff);
    if (step.handoff && way) return { taken: { way, call: step.handoff, isInHistory: true } };
    if (this.#signal.aborted) return DONE;
    if (step.isLoop) {
      yield* this.#fail(TOO_OFTEN);
      return DONE;
    }
    if (step.hasMistake && this.#hasMistake) {
      yield* this.#fail("The model called tools wrongly twice in one turn.");
      return DONE;
    }
    this.#hasMistake ||= step.hasMistake;
    this.#hasSucceeded ||= step.hasSucceeded;
    if (step.isStuck) return yield* this.#steps({ tools: NO_TOOLS, onlySpeaks: true });
    if (step.endedReason) yield* this.#end(step.endedReason);
    const hasGoneOn = step.endedReason !== undefined || step.isPending || step.isOnPhone;
    return { isCalled: !hasGoneOn && (!step.isAnswered || team?.current.node?.type === "tool") };
  }

  // Words

  #speak(text: string): TurnPart {
    this.#said += text;
    this.#hasSpoken ||= text.trim() !== "";
    this.#reply.add(text);
    return { type: "text", text };
  }

  /** Speaks a text that does not continue the previous one. */
  #speakNext(text: string): TurnPart {
    return this.#speak(this.#apart(text));
  }

  /** Speaks at once what is no part of the answer. */
  *#speakAside(text: string): Generator<TurnPart> {
    const words = this.#apart(text);
    this.#said += words;
    this.#reply.addAside(words);
    yield { type: "text", text: words };
    yield { type: "flush", wait: false };
  }

  #apart(text: string): string {
    return this.#said === "" || /\s$/.test(this.#said) || /^\s/.test(text) ? text : ` ${text}`;
  }

  *#fail(message: string): Generator<TurnPart> {
    const { speaker, render } = this.#context;
    const { assistant, model } = speaker;
    yield this.#speakNext(render(assistant.failureMessage || ASSISTANT_DEFAULTS.failureMessage, "failureMessage"));
    yield { type: "failure", provider: model.provider, message };
  }

  *#end(endedReason: string): Generator<TurnPart> {
    const { speaker, render } = this.#context;
    const farewell = render(speaker.assistant.endCallMessage ?? "", "endCallMessage").trim();
    if (farewell !== "" && !this.#said.includes(farewell)) yield this.#speakNext(farewell);
    yield { type: "end", endedReason };
  }
}

const asTaken = (way: Way | undefined): TakenWay | undefined => way && { way };
const isOtherwise = ({ edge }: Way) => edge?.index !== undefined && edge.condition === undefined;

function hasPrompt({ current }: Team): boolean {
  return (current.assistant.model?.messages ?? []).some(({ content }) => (content ?? "").trim() !== "");
}

/** Does the text say one of the phrases? Any case, whole words, any spacing, straight or curly apostrophes. */
function saysEndCallPhrase(text: string, phrases: readonly string[]): boolean {
  const said = ` ${normalizeWords(text)} `;
  return phrases.some((phrase) => {
    const words = normalizeWords(phrase);
    return words !== "" && said.includes(` ${words} `);
  });
}

/**
 * The values of `source` until the signal aborts; then it ends at once, even while `source` is waiting.
 * `source.return` is called, but not awaited.
 */
async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  const { promise: aborted, resolve: abort } = createSignalPromise();
  signal.addEventListener("abort", abort);
  try {
    while (!signal.aborted) {
      const result = await Promise.race([iterator.next(), aborted]);
      if (!result || result.done || signal.aborted) return;
      yield result.value;
    }
  } finally {
    signal.removeEventListener("abort", abort);
    iterator.return?.().then(undefined, () => undefined);
  }
}

function createSignalPromise() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<undefined>((settle) => {
    resolve = () => settle(undefined);
  });
  return { promise, resolve };
}
