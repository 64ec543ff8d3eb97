import type { CreateAssistant, HistoryItem } from "@callwright/contract";
import type { LanguageModel } from "../../model/language-model.ts";
import type { ToolRunner } from "../agent-tool.ts";

/** The agent that currently has the conversation: a single assistant, or the current one of a team. */
export interface Speaker {
  readonly assistant: CreateAssistant;
  readonly model: LanguageModel;
  readonly tools: ToolRunner;
  /** The part of the history that its model sees. */
  view(history: readonly HistoryItem[]): readonly HistoryItem[];
}

/** The speaker at this moment, with these tools. */
export function speakerWith(speaker: Speaker, tools: ToolRunner): Speaker {
  return { assistant: speaker.assistant, model: speaker.model, tools, view: (history) => speaker.view(history) };
}
