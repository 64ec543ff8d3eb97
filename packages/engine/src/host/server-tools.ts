import { ToolMessage } from "@callwright/contract";
import { z } from "zod";
import type { AgentTool, ToolOutcome, ToolRunner } from "../conversation/agent-tool.ts";
import type { FromHost, ToHost, ToolRequest } from "./call-host-protocol.ts";

const Outcome: z.ZodType<ToolOutcome> = z.object({
  result: z.string(),
  failed: z.boolean(),
  message: ToolMessage.optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  variables: z.record(z.string(), z.unknown()).optional(),
  // Created by the server itself.
  phoneAct: z.custom<ToolOutcome["phoneAct"] & object>((value) => typeof value === "object" && value !== null).optional(),
  handoff: z.custom<ToolOutcome["handoff"] & object>((value) => typeof value === "object" && value !== null).optional(),
});

/** The tools of a host's calls, which the server runs. The conversation's deadline cancels a run. */
export class ServerTools {
  readonly #send: (message: FromHost) => boolean;
  readonly #open = new Map<string, (act: Omit<Extract<ToHost, { type: "acted" }>, "type">) => void>();
  #nextId = 0;

  /** `send` answers false when the server is gone. */
  constructor(send: (message: FromHost) => boolean) {
    this.#send = send;
  }

  /** The tools of one call, of one agent of its team, or of one action of its hooks. */
  runnerOf(callId: string, tools: readonly AgentTool[], of: Pick<ToolRequest, "agent" | "hookAction"> = {}): ToolRunner {
    let current = tools;
    return {
      get tools() {
        return current;
      },
      run: (call, variables, signal, history) =>
        new Promise((resolve) => {
          const requestId = String(this.#nextId++);
          const finish = (outcome: ToolOutcome) => {
            this.#open.delete(requestId);
            signal.removeEventListener("abort", cancel);
            resolve(outcome);
          };
          const cancel = () => {
            this.#send({ type: "cancel-act", requestId, callId });
            finish(failed("The tool was canceled."));
          };
          this.#open.set(requestId, ({ outcome, tools: changed }) => {
            current = changed ?? current;
            finish(Outcome.safeParse(outcome).data ?? failed("The server's answer could not be understood."));
          });
          signal.addEventListener("abort", cancel);
          const act = { call, variables, ...of, ...(history && { history }) };
          if (!this.#send({ type: "act", requestId, callId, act }))
            finish(failed("The tool was not run: the connection to the server is lost."));
        }),
    };
  }

  /** No effect on a canceled run. */
  acted(act: Extract<ToHost, { type: "acted" }>): void {
    this.#open.get(act.requestId)?.(act);
  }
}

function failed(result: string): ToolOutcome {
  return { result, failed: true };
}
