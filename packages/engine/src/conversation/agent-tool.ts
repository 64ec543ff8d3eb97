import type { HistoryItem, ToolCall, ToolMessage, ToolRejectionPlan } from "@callwright/contract";
import type { ModelTool } from "../model/language-model.ts";
import type { ChosenHandoff, Way } from "./agents/agent-spec.ts";
import type { PhoneAct } from "./phone-act.ts";

/** A tool of an agent, with the conversation's action. Plain data, because it is sent to a call host. */
export interface AgentTool extends ModelTool {
  /**
   * `run`: the tool runner runs it. `client`: as `run`, and the client answers: the page of a call, the sender of a chat. `end-call`: the
   * conversation ends. `handoff`: another agent takes over. `unavailable`: the model gets `reason` instead.
   */
  action: "run" | "client" | "end-call" | "handoff" | "unavailable";
  /** Why the tool is unavailable: a sentence for the model. */
  reason?: string;
  /** The assistant does not wait for the answer. */
  isAsync: boolean;
  /** A tool without an answer after this time has failed. */
  timeoutMs: number;
  /** Spoken while it runs, and after. */
  messages: readonly ToolMessage[];
  rejectionPlan?: ToolRejectionPlan;
  /** The destinations of a handoff tool. */
  ways?: readonly Omit<Way, "tool">[];
  /** The tool gets the conversation so far. Default false. */
  needsHistory?: boolean;
  /** It only reads, so the same call in one turn runs again. Default false: it gets the first answer. */
  mayRepeat?: boolean;
}

/** The result of running a tool. */
export interface ToolOutcome {
  result: string;
  failed: boolean;
  /** Replaces the tool's own message of the same type. */
  message?: ToolMessage;
  /** Sent to the caller's page in a `metadata` message. */
  metadata?: Record<string, unknown>;
  /** New values of the conversation's variables. */
  variables?: Record<string, unknown>;
  /** Another agent takes over. */
  handoff?: ChosenHandoff;
  /** The telephone does this. */
  phoneAct?: PhoneAct;
  /** The client answers with its next request: the turn ends, and the call stays without an answer. Default false. */
  isPending?: boolean;
}

/** Runs the tools of one conversation. */
export interface ToolRunner {
  /** The current tools: an MCP server may change its own. */
  readonly tools: readonly AgentTool[];
  /**
   * Never fails: a failed tool has an outcome that says why. `variables`: the conversation's values, for templates. An aborted signal means that
   * nobody needs the outcome. `history`: only for a tool that needs it.
   */
  run(
    call: ToolCall,
    variables: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    history?: readonly HistoryItem[],
  ): Promise<ToolOutcome>;
}

/** For an agent without tools. */
export const NO_TOOLS: ToolRunner = {
  tools: [],
  run: async ({ name }) => ({ result: `There is no tool '${name}'.`, failed: true }),
};

/** An event of a tool call, reported at once, even after its turn has ended. */
export type ToolHappening =
  | { type: "tool-called"; call: ToolCall }
  | {
      type: "tool-answered";
      call: ToolCall;
      result: string;
      failed: boolean;
      durationMs: number;
      metadata?: Record<string, unknown>;
      /** The model made the same call earlier in this turn, so this one did not run. */
      repeated?: true;
    };
