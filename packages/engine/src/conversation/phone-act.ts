import type { CreateAssistant, PhoneDestination, PromptMessage } from "@callwright/contract";
import type { ProviderKey } from "../model/provider-key.ts";
import type { AgentTool } from "./agent-tool.ts";

/** What a tool makes the telephone of a call do. Plain data, because it is sent to a call host. */
export type PhoneAct =
  /** Tones of keys for the other end. `w` is a pause. */
  | { type: "keys"; keys: string }
  /** The other end is a mailbox: it gets the message, a template, and the call ends. */
  | { type: "voicemail"; message?: string; waitsForBeep: boolean }
  | ({ type: "transfer" } & TransferAct)
  /** A transfer assistant has heard whether the operator takes the call. */
  | { type: "transfer-decision"; isAccepted: boolean };

/** What an answered phone call does instead of a conversation: it says a text, transfers the call, or both. */
export interface PhoneOpening {
  say?: string;
  transfer?: TransferAct;
  endedReason: string;
}

/** Another telephone takes the call over. */
export interface TransferAct {
  /** Why the call ends afterwards. Default: its assistant forwarded it. */
  endedReason?: string | undefined;
  destination: PhoneDestination;
  /** The text for the operator before the caller is connected. Absent: the caller is connected at once. */
  briefing?: Briefing;
  /** Talks to the operator first. Without a first message, it says the briefing. */
  assistant?: TransferAssistantSpec;
}

/** An assistant that talks to an operator. Plain data. */
export interface TransferAssistantSpec {
  assistant: CreateAssistant;
  /** The operator takes the call, or does not. */
  accept: AgentTool;
  cancel: AgentTool;
  /** For its model, voice and transcriber, by provider: of the environment of the server, and of the organization. */
  keys: { keys: Readonly<Record<string, string>>; orgKeys: Readonly<Record<string, ProviderKey>> };
}

export interface Briefing {
  text: string;
  /** The model writes a summary. Without a language model, or without an answer in time, `text` is said. */
  summary?: { messages: readonly PromptMessage[]; timeoutSeconds: number };
}
