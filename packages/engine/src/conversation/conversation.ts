import type { ConversationMessage, CreateAssistant, PromptMessage } from "@callwright/contract";
import type { LanguageModel } from "./language-model.ts";
import type { TemplateProblem } from "./template.ts";

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
  /**
   * What was said before, when this conversation goes on with one: the `messages` it had, its prompt first. The prompt is not rendered
   * again, so that values are put in once and what was said is never taken for a template.
   */
  history?: readonly ConversationMessage[];
  /** Told of a template that could not be rendered and was used as written. */
  onTemplateProblem?: (problem: TemplateProblem) => void;
}

/**
 * One conversation with an assistant, without audio: chat and voice run on it.
 *
 * ```
 *   open() ──▶ parts            the first message, or nothing when the assistant waits
 *   reply(text) ──▶ parts       one user turn
 *   settle(text, interrupted)   what of the last reply was really heard; replaces it in the history
 * ```
 * A turn is cancelled by its signal, at once even while the model is silent, or by returning its iterator between parts; a new turn
 * cancels the one before it. What was produced so far stays in the history until `settle` corrects it. No method throws.
 */
export interface Conversation {
  readonly systemPrompt: string;
  /** The whole conversation in the OpenAI form, the system prompt first; a fresh copy at every read. */
  readonly messages: readonly ConversationMessage[];
  open(signal: AbortSignal): AsyncIterable<TurnPart>;
  /** `userText` joins the history when the turn is first read from. An empty one asks for a reply to what is there already. */
  reply(userText: string, signal: AbortSignal): AsyncIterable<TurnPart>;
  /**
   * Words put into the assistant's mouth (`say`); they join the history, and come back as they are said. Those of the assistant and of
   * the server are a template; those of a caller are `asWritten`: a template could tell them every variable, or keep this thread busy.
   */
  say(text: string, options?: { asWritten: boolean }): string;
  /** `add-message`: joins the history without a reply. */
  add(message: PromptMessage): void;
  /** An interrupted reply of which nothing was heard leaves the history; one heard to its end keeps its words. */
  settle(heardText: string, interrupted: boolean): void;
}
