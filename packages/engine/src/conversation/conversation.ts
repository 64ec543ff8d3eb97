import type {
  ConversationMessage,
  CreateAssistant,
  HistoryItem,
  ModelRepair,
  PromptMessage,
  ToolCall,
} from "@callwright/contract";
import type { LanguageModel } from "../model/language-model.ts";
import type { ToolHappening, ToolRunner } from "./agent-tool.ts";
import type { TeamOptions } from "./agents/team.ts";
import type { PhoneAct } from "./phone-act.ts";
import type { TemplateProblem } from "./template.ts";

/** A part of a turn. */
export type TurnPart =
  /** `soundUrl`: a sound file is played, and `text` says which. */
  | { type: "text"; text: string; soundUrl?: string }
  /** The text so far is spoken now, because a tool runs. With `wait`, the next part is read when the text has been heard. Has no effect in a chat. */
  | { type: "flush"; wait: boolean }
  /** The model failed; the failure message precedes this part as text. */
  | { type: "failure"; provider: string; message: string }
  /** A model failed before its first word, and another one answers. */
  | { type: "fell-back"; provider: string; message: string }
  /** Something in the model's answer was not for the caller. */
  | { type: "repaired"; what: ModelRepair; message: string }
  /** Another agent of the team takes over. Its words follow. */
  | { type: "handoff"; agent: string }
  /** The telephone acts after the text before this part. */
  | { type: "phone-act"; act: PhoneAct }
  /** The conversation ends after the text before this part. */
  | { type: "end"; endedReason: string };

export interface ConversationOptions {
  assistant: CreateAssistant;
  /** Caller's values and the platform's own (`call.id`, `transport.conversationType` …). */
  variableValues: Record<string, unknown>;
  model: LanguageModel;
  now: () => Date;
  /** Default: no tools. */
  tools?: ToolRunner;
  /** A squad or a workflow. It takes the place of `assistant`, `model` and `tools`. Default: the assistant alone. */
  team?: TeamOptions;
  /** Called when a tool begins and ends, even after its turn has ended. Must not throw. */
  onTool?: (happening: ToolHappening) => void;
  /**
   * The history of an earlier conversation that this one continues, its prompt first. It is not rendered again: values are inserted once, and spoken
   * words are never treated as a template.
   */
  history?: readonly HistoryItem[];
  /** A template could not be rendered and is used as written. */
  onTemplateProblem?: (problem: TemplateProblem) => void;
}

export interface Settlement {
  interrupted: boolean;
  /** The history keeps what the model put out (`modelOutputInMessagesEnabled`). */
  keepsOutput?: boolean | undefined;
}

/**
 * One conversation with an assistant, without audio: chat and voice run on it.
 *
 * ```
 *   open() ──▶ parts            the first message, or nothing when the assistant waits
 *   greet() ──▶ parts           the first message, spoken or as a sound file
 *   reply(text) ──▶ parts       one user turn: model step, tool calls, model step … at most `MODEL_STEPS_MAX`
 *   word(notes) ──▶ parts       a turn that no user asked for: the model follows the notes
 *   act(call) ──▶ parts         a tool call that no model asked for; the current turn goes on
 *   settle(text, how)           the heard part of the last reply; replaces it in the history
 * ```
 * The signal cancels a turn at once, even while the model is silent; so does returning its iterator between parts, and a new turn.
 * Text so far stays in the history until `settle` corrects it. A running tool is not cancelled: its answer joins the history. No method throws.
 */
export interface Conversation {
  readonly systemPrompt: string;
  /** The assistant that has the conversation now, and its name in a team. */
  readonly speaker: { readonly assistant: CreateAssistant; readonly name?: string };
  /** The whole conversation, the system prompt first; a fresh copy at every read. */
  readonly history: readonly HistoryItem[];
  /** The history in the OpenAI form. */
  readonly messages: readonly ConversationMessage[];
  /** The variables with the values that tools extracted. */
  readonly variableValues: Readonly<Record<string, unknown>>;
  open(signal: AbortSignal): AsyncIterable<TurnPart>;
  /** Only the first message, whatever its mode. */
  greet(): AsyncIterable<TurnPart>;
  /** Adds `userText` to the history when the turn is first read. An empty text requests a reply to the history as it is. */
  reply(userText: string, signal: AbortSignal): AsyncIterable<TurnPart>;
  /**
   * Adds words of the assistant (`say`) to the history and answers them rendered. The assistant's and the server's words are a template. A
   * caller's words are `asWritten`: a template could reveal every variable, or block this thread.
   */
  say(text: string, options?: { asWritten: boolean }): string;
  /** One model step without tools. The notes, which are templates, stay out of the history. */
  word(notes: readonly PromptMessage[], signal: AbortSignal): AsyncIterable<TurnPart>;
  /** The model's answer to the notes, which are templates. Notes and answer do not join the history. Fails with the model. */
  consult(notes: readonly PromptMessage[], signal: AbortSignal): Promise<string>;
  /** Runs a tool of `tools`; call and answer join the history. The texts are the tool's messages. */
  act(call: ToolCall, tools: ToolRunner, signal: AbortSignal): AsyncIterable<TurnPart>;
  /** Says a text, which is a template, ahead of the model's first words. False when no turn waits for its model. */
  interject(text: string): boolean;
  /** `add-message`: adds to the history without a reply. */
  add(message: PromptMessage): void;
  /** Corrects the last reply to its heard words, or keeps the model's. An interrupted reply without heard words leaves the history. */
  settle(heardText: string, how: Settlement): void;
}
