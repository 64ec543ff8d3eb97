import { isDeepStrictEqual } from "node:util";
import { timeLimit } from "@callwright/contract";
import type { HookTool, ToolAct, ToolRequest } from "@callwright/engine";
import type { AgentTool, TeamSpec, ToolRunner } from "@callwright/engine/conversation";
import type { OpenTeam } from "../../tool/run/agents/open-team.ts";

/** The tools of an assistant, prepared for one call. */
export interface OpenTools {
  runner: ToolRunner;
  /** The tools of hooks, see `HookTool`. */
  ofHooks: ReadonlyMap<string, ToolRunner>;
  /** The agents of a squad or a workflow, with the runner of each one's tools. */
  team?: OpenTeam;
  /** Never fails. */
  close(): Promise<void>;
}

/** Runs the tools of one call for its host. Tools that run when the call ends are finished, because aborting could leave their work half done. */
export class CallTools {
  readonly #open: OpenTools;
  readonly #giveUp: AbortSignal;
  readonly #running = new Set<Promise<unknown>>();
  /** The tools known to the host, by the name of the agent for a team. */
  readonly #known = new Map<string | undefined, readonly AgentTool[]>();
  #closed: Promise<void> | undefined;

  /** An aborted `giveUp` stops tools that still run. */
  constructor(open: OpenTools, giveUp: AbortSignal) {
    this.#open = open;
    this.#giveUp = giveUp;
    this.#known.set(undefined, [...open.runner.tools]);
    for (const { name, tools } of this.team?.agents ?? []) this.#known.set(name, tools);
  }

  get tools(): AgentTool[] {
    return [...(this.#known.get(undefined) ?? [])];
  }

  get team(): TeamSpec | undefined {
    return this.#open.team?.spec;
  }

  get hookTools(): HookTool[] {
    return [...this.#open.ofHooks].flatMap(([at, { tools }]) => tools.map((tool) => ({ at, tool })));
  }

  /** `canceled`: the host does not wait any more. The tool's own deadline holds without a host, too. */
  async act({ call, variables, history, hookAction, agent }: ToolRequest, canceled: AbortSignal): Promise<ToolAct> {
    const ofAgent = agent === undefined ? this.#open.runner : this.#open.team?.runners.get(agent);
    const runner = hookAction === undefined ? ofAgent : this.#open.ofHooks.get(hookAction);
    if (!runner) return { outcome: { result: `There is no tool '${call.name}'.`, failed: true } };
    const tool = runner.tools.find(({ name }) => name === call.name);
    const deadline = tool ? [timeLimit(tool.timeoutMs)] : [];
    const running = runner.run(call, variables, AbortSignal.any([canceled, this.#giveUp, ...deadline]), history);
    this.#running.add(running);
    const outcome = await running.finally(() => this.#running.delete(running));
    const tools = [...(ofAgent?.tools ?? [])];
    if (isDeepStrictEqual(tools, this.#known.get(agent))) return { outcome };
    this.#known.set(agent, tools);
    return { outcome, tools };
  }

  /** Never fails. */
  close(): Promise<void> {
    this.#closed ??= Promise.allSettled(this.#running).then(() => this.#open.close());
    return this.#closed;
  }
}
