import type { AgentStarted } from "@callwright/contract";
import type { ToolHappening } from "../conversation/agent-tool.ts";
import type { CallHappening } from "./call-happening.ts";
import type { ConversationListener } from "./call-parts.ts";
import type { CallScope } from "./call-scope.ts";

/** Reports events of a call's agents: agents that start, their tools, and parts of their settings that fail. */
export class AgentEvents {
  readonly #scope: CallScope;
  #current: Extract<CallHappening, { type: "agent-started" }> | undefined;

  constructor(scope: CallScope) {
    this.#scope = scope;
  }

  /** The current agent of a squad or a workflow. Undefined: an assistant has the call alone. */
  get current(): Extract<CallHappening, { type: "agent-started" }> | undefined {
    return this.#current;
  }

  get listener(): ConversationListener {
    const { report, meter } = this.#scope;
    return {
      onTemplateProblem: ({ where, message }) => this.#fail("template", `The template in ${where} is wrong: ${message}`),
      onEndpointingProblem: (message) => this.#fail("endpointing", message),
      onModelSlow: () => report({ type: "model-slow" }),
      onTool: (happening) => this.#onTool(happening),
      onAgentStarted: (started) => this.#onAgentStarted(started),
      onUsage: (usage) => meter.add(usage),
    };
  }

  /** The first agents may start while the connection is made. The log and the client get them when the call has started. */
  #onAgentStarted(started: AgentStarted): void {
    const { tools, report, log, dialogue } = this.#scope;
    this.#current = { type: "agent-started", ...started };
    tools.agentStarted(started.name);
    report(this.#current);
    dialogue
      ?.agentStarted(started.name)
      .catch((error: unknown) => log("warn", `The transcriber of an agent does not start: ${String(error)}`));
  }

  /** After the end of the call, only its hooks call tools. */
  #onTool(happening: ToolHappening): void {
    const { tools, report, dialogue } = this.#scope;
    const pageTool = tools.ofPage(happening.call);
    if (dialogue) dialogue.toolHappened(happening, pageTool);
    else report({ ...happening, turn: 0, ...(happening.type === "tool-called" && { pageTool }) });
  }

  #fail(part: "template" | "endpointing", message: string): void {
    this.#scope.report({ type: "failure", part, provider: "callwright", message });
  }
}
