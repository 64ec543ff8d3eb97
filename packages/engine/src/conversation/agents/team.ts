import { type AgentStarted, type CreateAssistant, ENTER_NOTE, type HistoryItem, type ToolCall } from "@callwright/contract";
import type { LanguageModel } from "../../model/language-model.ts";
import type { AgentTool, ToolRunner } from "../agent-tool.ts";
import type { History } from "../history.ts";
import { renderPrompt } from "../render-prompt.ts";
import type { RenderTemplate } from "../template.ts";
import type { AgentSpec, ChosenHandoff, ContextPlan, TeamSpec, Way } from "./agent-spec.ts";
import { type OpenWays, openWays, toWayTool, valuesSchema } from "./node-ways.ts";
import type { Speaker } from "./speaker.ts";
import { wayOfCall, wayTaken } from "./way-mark.ts";

/** A team, with the services of its agents. */
export interface TeamOptions {
  spec: TeamSpec;
  modelOf(agent: AgentSpec): LanguageModel;
  /** Runs the tools of an agent. */
  toolsOf(agent: AgentSpec): ToolRunner;
  /** An agent takes over. Also called for the first one. Must not throw. */
  onStarted?: (started: AgentStarted) => void;
  /** Agents join, with the keys for their parts. Must not throw. */
  onJoined?: (handoff: Pick<ChosenHandoff, "agents" | "keys">) => void;
}

/** Handoffs between two words of the caller. More are a loop. */
const HANDOFFS_MAX: Record<AgentStarted["kind"], number> = { assistant: 5, node: 30 };

const TAKES_OVER: HistoryItem = { type: "system", text: ENTER_NOTE };

/** Calls that no model made. They mark in the history that another agent continued the conversation. */
const BACK = "go_back";

/**
 * The agents of one conversation, one of them at a time. The history says which one: a handoff is a tool call in it, so that a conversation can
 * be continued from its history alone.
 *
 * ```
 *   agent ── its model calls a tool that hands over, or a condition holds ──▶ next agent
 *   global node without edges ── the caller speaks ──▶ the node before
 * ```
 */
export class Team implements Speaker {
  readonly #options: TeamOptions;
  readonly #agents: AgentSpec[];
  readonly #render: RenderTemplate;
  readonly #variables: Record<string, unknown>;
  /** Prompts are rendered once, when their agent takes over. */
  #prompt: HistoryItem[] | undefined;
  #current: AgentSpec;
  /** The agents before the current one. A global node gives the conversation back to the last of them. */
  readonly #before: AgentSpec[] = [];
  readonly #entered = new Set<string>();
  #handoffs = 0;
  #hasBegun = false;

  /** `variables`: those of the conversation. Extracted values are added. */
  constructor(options: TeamOptions, render: RenderTemplate, variables: Record<string, unknown>) {
    const [first] = options.spec.agents;
    if (!first) throw new Error("A team has no agents.");
    this.#options = options;
    this.#agents = options.spec.agents.map((agent) => ({ ...agent, ways: [...agent.ways] }));
    this.#render = render;
    this.#variables = variables;
    this.#current = this.#agents[0] ?? first;
    this.#entered.add(first.name);
  }

  get kind(): AgentStarted["kind"] {
    return this.#current.node ? "node" : "assistant";
  }

  get current(): AgentSpec {
    return this.#current;
  }

  get assistant(): CreateAssistant {
    return this.#current.assistant;
  }

  get model(): LanguageModel {
    return this.#options.modelOf(this.#current);
  }

  get tools(): ToolRunner {
    return this.#options.toolsOf(this.#current);
  }

  /** Starts the first agent. False for a continued conversation. */
  begin(): boolean {
    if (this.#hasBegun) return false;
    this.#hasBegun = true;
    this.#report(undefined, undefined, {});
    return true;
  }

  /**
   * The caller has spoken: handoffs are counted from here. True when global nodes without edges give the conversation back.
   */
  answerCaller(history: History): boolean {
    this.#handoffs = 0;
    if (history.items.at(-1)?.type !== "user") return false;
    const from = this.#current;
    while (this.#current.node?.returns && this.#before.length > 0) {
      const mark = { id: `way_${history.size}`, name: BACK, arguments: {} };
      this.#goBack();
      history.addCalls([mark])(mark, { result: `The conversation went back to ${this.#current.name}.`, failed: false });
    }
    if (this.#current === from) return false;
    this.#report(from, undefined, {});
    return true;
  }

  /** Continues from a history by taking its ways. */
  resume(history: readonly HistoryItem[]): void {
    this.#hasBegun = history.some(({ type }) => type === "assistant" || type === "tool");
    for (const item of history) {
      const taken = this.#wayOf(item);
      if (taken === "back") this.#goBack();
      else if (taken) this.#move(taken);
    }
  }

  /** The ways out of the current node. An agent of a squad has tools instead. */
  openWays(): OpenWays {
    return this.kind === "node" ? openWays(this.#current, this.#render) : { offered: [] };
  }

  /** The agent's own tools and those that take its open ways. */
  withWays({ next, offered }: OpenWays): ToolRunner {
    const { tools } = this;
    const ways = next && offered.length > 0 ? [...offered, toWayTool(next)] : offered;
    return withTools(tools, [...tools.tools, ...ways]);
  }

  /** The way for a tool call. */
  wayOf(call: ToolCall): Way | undefined {
    return wayOfCall(this.#current, call);
  }

  /** A server's answer has chosen the next agent. */
  join(call: ToolCall, handoff: ChosenHandoff): Way {
    const { agents, way } = handoff;
    this.#agents.push(...agents);
    this.#options.onJoined?.(handoff);
    const chosen = { ...way, tool: call.name, callId: call.id };
    this.#current.ways.push(chosen);
    return chosen;
  }

  /** False for one handoff too many without a word of the caller. */
  get mayHandOver(): boolean {
    return this.#handoffs < HANDOFFS_MAX[this.kind];
  }

  /** The next agent takes over. True the first time it does so. */
  take(way: Way, given: Record<string, unknown>): boolean {
    const from = this.#current;
    this.#handoffs += 1;
    const variables = this.#extract(way, given);
    const isNew = this.#move(way);
    this.#report(from, way.edge?.index, variables);
    return isNew;
  }

  /** What the current agent sees of the history. */
  view(history: readonly HistoryItem[]): HistoryItem[] {
    if (this.#entered.size === 1 && this.kind === "assistant") return [...history];
    let earlier: HistoryItem[] = [];
    let own: HistoryItem[] = [];
    let walker = this.#agents[0];
    const before: { walker: AgentSpec; earlier: HistoryItem[]; own: HistoryItem[] }[] = [];
    for (const [index, item] of history.entries()) {
      // The first agent's prompt.
      if (index === 0 && item.type === "system") continue;
      const way = item.type === "tool" && walker ? wayTaken(walker, item) : undefined;
      if (isBackMark(item)) {
        // The node continues its own conversation, which now includes the words in between.
        const left = before.pop();
        if (left) ({ walker, earlier } = left);
        own = [...(left?.own ?? []), ...own];
      } else if (way && walker) {
        const leaves = walker;
        before.push({ walker, earlier, own });
        earlier = carriedContext(way.context, { earlier, own, prompt: () => this.#promptOf(leaves) });
        own = [];
        walker = this.#find(way.to);
      } else own.push(item);
    }
    this.#prompt ??= this.#promptOf(this.#current);
    if (this.kind === "assistant") return [...this.#prompt, ...earlier, ...own];
    // The caller's words before the first node has begun are not an answer to it.
    const begins = this.#entered.size === 1 ? own.findIndex(({ type }) => type !== "user") : 0;
    const since = begins < 0 ? own.length : begins;
    return [...this.#prompt, ...earlier, ...own.slice(0, since), TAKES_OVER, ...own.slice(since)];
  }

  #promptOf({ assistant }: AgentSpec): HistoryItem[] {
    return renderPrompt(assistant, this.#render);
  }

  #find(name: string): AgentSpec | undefined {
    return this.#agents.find((agent) => agent.name === name);
  }

  #wayOf(item: HistoryItem): Way | "back" | undefined {
    if (isBackMark(item)) return "back";
    return item.type === "tool" ? wayTaken(this.#current, item) : undefined;
  }

  #move({ to }: Way): boolean {
    const next = this.#find(to);
    if (!next) throw new Error(`A team has no agent '${to}'.`);
    this.#before.push(this.#current);
    this.#current = next;
    this.#prompt = undefined;
    const isNew = !this.#entered.has(next.name);
    this.#entered.add(next.name);
    return isNew;
  }

  #goBack(): void {
    const before = this.#before.pop();
    if (!before) return;
    this.#current = before;
    this.#prompt = undefined;
  }

  /** The values of the call, then the aliases, whose templates can use these values. */
  #extract({ extract }: Way, given: Record<string, unknown>): Record<string, unknown> {
    const names = Object.keys(valuesSchema(extract).properties ?? {});
    const values = Object.fromEntries(names.flatMap((name) => (name in given ? [[name, given[name]]] : [])));
    for (const { key, value } of extract?.aliases ?? []) values[key] = this.#render(value, `alias ${key}`, values);
    Object.assign(this.#variables, values);
    return values;
  }

  #report(from: AgentSpec | undefined, edge: number | undefined, variables: Record<string, unknown>): void {
    this.#options.onStarted?.({
      kind: this.kind,
      name: this.#current.name,
      ...(from && { from: from.name }),
      ...(edge !== undefined && { edge }),
      variables,
    });
  }
}

function isBackMark(item: HistoryItem): boolean {
  return item.type === "tool" && item.call.name === BACK;
}

function withTools(runner: ToolRunner, tools: readonly AgentTool[]): ToolRunner {
  return { tools, run: (...run) => runner.run(...run) };
}

interface CarriedContext {
  /** The part of the earlier agents' conversation that the previous agent saw. */
  earlier: readonly HistoryItem[];
  /** Words and actions since it took over. */
  own: readonly HistoryItem[];
  /** Renders its system prompt. */
  prompt(): readonly HistoryItem[];
}

/** The part of a conversation that the next agent sees, without its own prompt. */
function carriedContext(plan: ContextPlan, { earlier, own, prompt }: CarriedContext): HistoryItem[] {
  const all = [...earlier, ...own];
  switch (plan.type) {
    case "all":
      return all;
    case "none":
      return [];
    case "lastNMessages":
      return plan.maxMessages === 0 ? [] : all.slice(-plan.maxMessages);
    case "userAndAssistantMessages":
      return all.filter(({ type }) => type === "user" || type === "assistant");
    case "previousAssistantMessages":
      return [...own];
    case "withPrompt":
      return [...earlier, ...prompt(), ...own];
    default:
      return plan satisfies never;
  }
}
