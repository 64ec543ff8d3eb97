import type { ToolCall } from "@callwright/contract";
import type { AgentTool, ToolOutcome, ToolRunner } from "../conversation/agent-tool.ts";

/** The tools of one call. The caller's page runs its own, the server the others. */
export class CallTools implements ToolRunner {
  readonly #server: ToolRunner;
  /** Calls that the page runs, by id. */
  readonly #open = new Map<string, (outcome: ToolOutcome) => void>();

  constructor(server: ToolRunner) {
    this.#server = server;
  }

  get tools(): readonly AgentTool[] {
    return this.#server.tools;
  }

  /** The tool, where the page runs it. */
  ofPage({ name }: Pick<ToolCall, "name">): AgentTool | undefined {
    return this.tools.find((tool) => tool.name === name && tool.action === "client");
  }

  run(call: ToolCall, variables: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ToolOutcome> {
    if (!this.ofPage(call)) return this.#server.run(call, variables, signal);
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
