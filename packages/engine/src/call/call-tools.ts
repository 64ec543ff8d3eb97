import type { ToolCall } from "@callwright/contract";
import { type AgentTool, NO_TOOLS, type ToolOutcome, type ToolRunner } from "../conversation/agent-tool.ts";
import type { AgentSpec } from "../conversation/agents/agent-spec.ts";

const NO_PAGE = "This tool runs in the caller's browser, and the caller is on the phone.";
const PAUSED = "A person has the call now. Nothing was done.";

/** The tools of one call. The caller's page runs its own; the server runs the others. */
export class CallTools implements ToolRunner {
  readonly #server: ToolRunner;
  /** By the position of their action in the assistant's hooks. */
  readonly #ofHooks: ReadonlyMap<string, ToolRunner>;
  readonly #createRunner: (agent: AgentSpec) => ToolRunner;
  /** By the name of the agent. */
  readonly #ofAgents = new Map<string, ToolRunner>();
  #agent = "";
  /** The tools of hooks' calls, by the id of the call. */
  readonly #hookTools = new Map<string, AgentTool>();
  #hookCalls = 0;
  #hasPage = true;
  /** Calls that the page runs, by id. */
  readonly #open = new Map<string, (outcome: ToolOutcome) => void>();
  /** A person has the call: no tool is offered or run. */
  isPaused = false;

  constructor(
    server: ToolRunner,
    ofHooks: ReadonlyMap<string, ToolRunner> = new Map(),
    createRunner: (agent: AgentSpec) => ToolRunner = () => NO_TOOLS,
  ) {
    this.#server = server;
    this.#ofHooks = ofHooks;
    this.#createRunner = createRunner;
  }

  /** The caller uses a telephone: tools of a page fail at once. */
  withoutPage(): void {
    this.#hasPage = false;
  }

  get tools(): readonly AgentTool[] {
    return this.isPaused ? [] : this.#toolsOfAgent;
  }

  get #toolsOfAgent(): readonly AgentTool[] {
    return (this.#ofAgents.get(this.#agent) ?? this.#server).tools;
  }

  /** The tools of one agent of a team. */
  ofAgent(agent: AgentSpec): ToolRunner {
    const runner = this.#ofAgents.get(agent.name) ?? this.#createRunner(agent);
    this.#ofAgents.set(agent.name, runner);
    const offered = () => (this.isPaused ? [] : runner.tools);
    return {
      get tools() {
        return offered();
      },
      run: (...run) => this.#run(runner, ...run),
    };
  }

  /** An agent of a team has the conversation from now on. */
  agentStarted(name: string): void {
    this.#agent = name;
  }

  /** The tool of a call, if the page runs it. */
  ofPage({ id, name }: Pick<ToolCall, "id" | "name">): AgentTool | undefined {
    const tool = this.#hookTools.get(id) ?? this.#toolsOfAgent.find((each) => each.name === name);
    return tool?.action === "client" ? tool : undefined;
  }

  run(...run: Parameters<ToolRunner["run"]>): Promise<ToolOutcome> {
    return this.#run(this.#server, ...run);
  }

  /** A call of the tool of a hook's action, see `HookTool`, and what runs it. */
  callOfHook(at: string): { call: ToolCall; runner: ToolRunner } {
    const server = this.#ofHooks.get(at) ?? NO_TOOLS;
    const [tool] = server.tools;
    const call = { id: `hook-${this.#hookCalls++}`, name: tool?.name ?? "tool", arguments: {} };
    if (tool) this.#hookTools.set(call.id, tool);
    return { call, runner: { tools: server.tools, run: (...run) => this.#run(server, ...run) } };
  }

  #run(server: ToolRunner, ...[call, variables, signal, history]: Parameters<ToolRunner["run"]>): Promise<ToolOutcome> {
    if (this.isPaused) return Promise.resolve({ result: PAUSED, failed: true });
    if (!this.ofPage(call)) return server.run(call, variables, signal, history);
    if (!this.#hasPage) return Promise.resolve({ result: NO_PAGE, failed: true });
    return new Promise((resolve) => {
      const finish = (outcome: ToolOutcome) => {
        if (this.#open.get(call.id) === finish) this.#open.delete(call.id);
        resolve(outcome);
      };
      this.#open.set(call.id, finish);
      // The conversation has given the call up, and knows why.
      signal.addEventListener("abort", () => finish({ result: "", failed: true }));
    });
  }

  /** Is the page running this call? Without an id: any. */
  isOpen(toolCallId?: string): boolean {
    return toolCallId === undefined ? this.#open.size > 0 : this.#open.has(toolCallId);
  }

  /** The page's answer; without an id, to the oldest call. */
  answer(outcome: ToolOutcome, toolCallId = this.#open.keys().next().value): void {
    if (toolCallId !== undefined) this.#open.get(toolCallId)?.(outcome);
  }
}
