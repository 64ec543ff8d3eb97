import type {
  CreateAssistant,
  CreateTool,
  HandoffDestination,
  ServerTarget,
  ToolCall,
  ToolType,
  TransferDestination,
} from "@callwright/contract";
import type { AgentTool, ChosenHandoff, ToolOutcome, ToolRunner, TransferAssistantSpec } from "@callwright/engine/conversation";
import type { ServerContext } from "../../../platform/platform.ts";
import type { Texter } from "../../telephony/numbers/texter.ts";
import type { SipRequest } from "../../telephony/phone-media.ts";
import type { AskedMessage } from "../../webhook/asked-message-store.ts";
import type { TestedTools } from "./tested-tools.ts";

export type ToolContext = Pick<
  ServerContext,
  "blobs" | "codeRuns" | "config" | "db" | "embeddings" | "log" | "network" | "newId" | "now" | "secrets"
>;

/** A server's answer to a request for a destination. */
export interface ChosenDestination {
  destination: HandoffDestination | TransferDestination;
  call: ToolCall;
}

/** The telephone of a call, for its tools. */
export interface ToolPhone {
  /** The server of the call's number. */
  server: ServerTarget | undefined;
  /** Writes with the call's number, if that number can write. */
  texter: Texter | undefined;
  /** See `CallPhones.sendSip`. */
  sendSip(request: SipRequest): Promise<string | undefined>;
}

/** The conversation in which tools run. */
export interface ToolScope {
  context: ToolContext;
  orgId: string;
  /** With overrides applied. */
  assistant: CreateAssistant;
  conversation: /** `phone`: the caller is at a telephone. */
    | { type: "call"; id: string; phone?: ToolPhone }
    | { type: "chat"; id: string; sessionId: string; texter?: Texter | undefined }
    /** Begun without a chat. */
    | { type: "session"; sessionId: string };
  /** The stored assistant, if it is one. */
  assistantId: string | null;
  /** Fields of server messages about the conversation: `call` or `chat`, `customer`, `artifact` … */
  describe: () => Promise<Record<string, unknown>>;
  /** The organization's server: the target of tools and assistants that have none. */
  orgServer: ServerTarget | undefined;
  /** Called for each message whose answer was waited for. It does not delay the answer. */
  onAsked: (asked: AskedMessage) => void;
  /** The conversation may not be stored, not even on its way to a terminal. */
  isPrivate: boolean;
  /** The names of the agents in the assistant's team, for its handoffs. Default: none. */
  agentNames?: readonly string[];
  /**
   * Lets the agent of a destination join the team, which a server has chosen in a call of the assistant's tool. Fails with a `PlatformError`
   * whose message is for the model. Default: the assistant is alone.
   */
  joinTeam?: (chosen: ChosenDestination) => Promise<ChosenHandoff>;
  /** Keys for the model, voice and transcriber of another assistant. Fails with a `PlatformError` when it cannot run. Default: there are none. */
  keysOf?: (assistant: CreateAssistant) => Promise<TransferAssistantSpec["keys"]>;
  /** False if a visitor wrote the tools: they read no files of the organization, and do not use its servers or its assistant's. */
  isOfOwner: boolean;
  /** The conversation is a test. */
  test?: TestedTools;
}

/** The tools of one entry of `model.tools` or `model.toolIds`: one tool, or those of an MCP server. */
export interface ToolSource {
  /** The current tools: an MCP server may change its own. */
  readonly tools: readonly AgentTool[];
  /** Runs a call of one of `tools`. `variables`: the conversation's values, for templates. */
  run: RunTool;
  /** Called once, when the conversation is over. */
  close?: () => Promise<void>;
  /** Present in a test whose tools only mocks answer: where calls would go, such as `api.example.com` or Slack. Undefined if no host is known. */
  refused?: { host: string | undefined };
}

/** A tool that is not run in a test, with where its calls would go. */
export interface RefusedTool {
  name: string;
  host: string | undefined;
}

/** A failure is an outcome that tells the model why. An exception is logged, and the model only learns that the tool failed. */
export type RunTool = ToolRunner["run"];

export type ToolOf<Type extends ToolType> = Extract<CreateTool, { type: Type }>;

/** Prepares a tool of one type for a conversation. Fails with a `PlatformError` that the starter of the call or chat gets. */
export type OpenTool<Type extends ToolType> = (tool: ToolOf<Type>, scope: ToolScope) => ToolSource | Promise<ToolSource>;

/** A source of one tool. */
export function oneTool(tool: AgentTool, run: RunTool): ToolSource {
  return { tools: [tool], run };
}

/** A source of one tool that does not run: its outcome is the reason. */
export function withoutRun(tool: AgentTool): ToolSource {
  return oneTool(tool, async () => failed(tool.reason ?? "This tool is not run."));
}

/** A failed outcome, whose text is for the model. */
export function failed(result: string): ToolOutcome {
  return { result, failed: true };
}
