import type { HistoryItem, ToolCall, ToolMessage, ToolRejectionPlan } from "@callwright/contract";
import type { ModelTool } from "../model/language-model.ts";
import type { ChosenHandoff, Way } from "./agents/agent-spec.ts";
import type { PhoneAct } from "./phone-act.ts";

/** A tool of an agent, with what the conversation does about it. Plain data: it travels to a call host. */
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
  /** A tool that has not answered after this has failed. */
  timeoutMs: number;
  /** Spoken while it runs, and after. */
  messages: readonly ToolMessage[];
  rejectionPlan?: ToolRejectionPlan;
  /** The destinations of a handoff tool. */
  ways?: readonly Omit<Way, "tool">[];
  /** The tool gets the conversation so far. Default false. */
  needsHistory?: boolean;
  /** It only reads: the same call again in one turn runs again. Default false: it is answered from the first. */
  mayRepeat?: boolean;
}

/** What running a tool led to. */
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
  /** The tools at this moment: an MCP server may change its own. */
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

/** Something that happened to a tool call, when it happens: also after the turn of the call has ended. */
export type ToolHappening =
  | { type: "tool-called"; call: ToolCall }
  | {
      type: "tool-answered";
      call: ToolCall;
      result: string;
      failed: boolean;
      durationMs: number;
      metadata?: Record<string, unknown>;
      /** The same call was made before in this turn. This one did not run. */
      repeated?: true;
    };
