import type { ConversationMessage, CreateAssistant, PromptMessage } from "@callwright/contract";
import type { LanguageModel } from "./language-model.ts";

/** What comes out of a turn. Tool calls and handoffs join this union when assistants can make them. */
export type TurnPart =
  | { type: "text"; text: string }
  /** The model failed; the failure message was put out as text already. */
  | { type: "failure"; provider: string; message: string }
  /** The conversation is over once the text before it was spoken. */
  | { type: "end"; endedReason: string };

export interface ConversationOptions {
  assistant: CreateAssistant;
  /** Caller's values and the platform's own (`call.id`, `transport.conversationType` …). */
  variableValues: Record<string, unknown>;
  model: LanguageModel;
  now: () => Date;
}

/**
 * One conversation with an assistant, without audio: chat and voice run on it.
 *
 * ```
 *   open() ──▶ parts            the first message, or nothing when the assistant waits
 *   reply(text) ──▶ parts       one user turn
 *   settle(text, interrupted)   what of the last reply was really heard; replaces it in the history
 * ```
 * A turn is cancelled by returning its iterator or by its signal; what was produced so far stays in the history
 * until `settle` corrects it.
 */
export interface Conversation {
  readonly systemPrompt: string;
  readonly messages: readonly ConversationMessage[];
  open(signal: AbortSignal): AsyncIterable<TurnPart>;
  reply(userText: string, signal: AbortSignal): AsyncIterable<TurnPart>;
  /** Words put into the assistant's mouth (`say`); they join the history. Variables are rendered. */
  say(text: string): string;
  /** `add-message`: joins the history without a reply. */
  add(message: PromptMessage): void;
  settle(heardText: string, interrupted: boolean): void;
}
