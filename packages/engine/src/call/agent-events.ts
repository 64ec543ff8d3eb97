import type { AgentStarted } from "@callwright/contract";
import type { ToolHappening } from "../conversation/agent-tool.ts";
import type { CallHappening } from "./call-happening.ts";
import type { ConversationListener } from "./call-parts.ts";
import type { Report } from "./call-reporter.ts";
import type { CallTools } from "./call-tools.ts";
import type { Dialogue } from "./dialogue.ts";
import type { UsageMeter } from "./usage-meter.ts";

interface Options {
  tools: CallTools;
  report: Report;
  meter: UsageMeter;
  /** Undefined until the conversation can be spoken. */
  dialogue: () => Dialogue | undefined;
  warn: (message: string) => void;
}

/** Reports what the agents of a call do: agents that start, their tools, and parts of their settings that fail. */
export class AgentEvents {
  readonly #options: Options;
  #current: Extract<CallHappening, { type: "agent-started" }> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The current agent of a squad or a workflow. Undefined: an assistant has the call alone. */
  get current(): Extract<CallHappening, { type: "agent-started" }> | undefined {
    return this.#current;
  }

  get listener(): ConversationListener {
    const { report, meter } = this.#options;
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
    const { tools, report, dialogue, warn } = this.#options;
    this.#current = { type: "agent-started", ...started };
    tools.agentStarted(started.name);
    report(this.#current);
    dialogue()
      ?.agentStarted(started.name)
      .catch((error: unknown) => warn(`The transcriber of an agent does not start: ${String(error)}`));
  }

  /** After the end of the call only its hooks call tools. */
  #onTool(happening: ToolHappening): void {
    const { tools, report } = this.#options;
    const dialogue = this.#options.dialogue();
    const pageTool = tools.ofPage(happening.call);
    if (dialogue) dialogue.toolHappened(happening, pageTool);
    else report({ ...happening, turn: 0, ...(happening.type === "tool-called" && { pageTool }) });
  }

  #fail(part: "template" | "endpointing", message: string): void {
    this.#options.report({ type: "failure", part, provider: "callwright", message });
  }
}
