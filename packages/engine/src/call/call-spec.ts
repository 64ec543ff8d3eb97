import type { CallType, CreateAssistant } from "@callwright/contract";
import type { AgentTool } from "../conversation/agent-tool.ts";
import type { TeamSpec } from "../conversation/agents/agent-spec.ts";
import type { PhoneOpening } from "../conversation/phone-act.ts";
import type { SimulatedCaller } from "../media/phone-script.ts";
import type { ProviderKey } from "../model/provider-key.ts";

/** The tool of a hook's action, which the model does not know. */
export interface HookTool {
  /** Place of the action: `0.1` is the second action of the first hook. */
  at: string;
  tool: AgentTool;
}

/** Everything a host must know to hold a call. */
export interface CallSpec {
  callId: string;
  orgId: string;
  /** Default `webCall`. A phone call has no page: no messages to it, no tools on it, no return after a lost connection. */
  callType?: CallType;
  /** The other party of a phone call, and the number that it called or is called from. Variables of templates, as `customer` and `phoneNumber`. */
  customer?: Record<string, unknown>;
  phoneNumber?: Record<string, unknown>;
  /** With overrides applied; variables not yet rendered. */
  assistant: CreateAssistant;
  variableValues: Record<string, unknown>;
  /** Keys of the organization's credentials by provider id, only for this call. They take precedence over the server's. */
  orgKeys?: Record<string, ProviderKey>;
  /** The assistant's tools at the start. The server runs them. Default: none. */
  tools?: AgentTool[];
  /** A squad or a workflow, whose agents take turns in the conversation. `assistant` then has the settings that all of them share. Default: none. */
  team?: TeamSpec;
  /** What a phone call does instead of a conversation. Default: it has a conversation. */
  opening?: PhoneOpening;
  /** The tools of the hooks' actions. Default: none. */
  hookTools?: HookTool[];
  /** The caller is a visitor of a web page. Visitors do not get what only the assistant's owner may read. Default false. */
  isVisitor?: boolean;
  /**
   * May the caller add messages that instruct the assistant (roles system, tool and function)? Default true: pages tell the assistant about
   * their user this way. False for a visitor whose token may only use stored assistants unchanged.
   */
  callerMayInstruct?: boolean;
  /** The call waits for a caller who left, see `REJOIN_TIMEOUT_MS`. Default false: the call ends when the caller leaves. */
  callerMayReturn?: boolean;
  /** The far end is played by a script, for this caller. Default: it is not simulated, or is a telephone without a person of its own. */
  simulatedCaller?: SimulatedCaller;
  /** Where the recording is written during the call; absent when the call is not recorded. */
  recordingPath?: string;
}

/** How long a telephone rings, by the assistant's settings. Undefined: not set. */
export function ringMsOf({ callType, assistant }: Pick<CallSpec, "assistant" | "callType">): number | undefined {
  const seconds = assistant.transportConfigurations?.[0]?.timeout;
  return callType === "outboundPhoneCall" && seconds !== undefined ? seconds * 1000 : undefined;
}

/** Keys that are pressed when the called telephone answers. */
export function extensionOf({ callType, customer }: Pick<CallSpec, "callType" | "customer">): string | undefined {
  const extension = callType === "outboundPhoneCall" ? customer?.extension : undefined;
  return typeof extension === "string" && extension !== "" ? extension : undefined;
}

/** A telephone instead of a page. */
export const isPhoneCall = ({ callType = "webCall" }: Pick<CallSpec, "callType">): boolean =>
  callType === "inboundPhoneCall" || callType === "outboundPhoneCall";
