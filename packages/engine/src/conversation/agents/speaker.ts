import type { CreateAssistant } from "@callwright/contract";
import type { LanguageModel } from "../../model/language-model.ts";
import type { ToolRunner } from "../agent-tool.ts";

/** Who has the conversation at this moment: an assistant alone, or the current agent of a team. */
export interface Speaker {
  readonly assistant: CreateAssistant;
  readonly model: LanguageModel;
  readonly tools: ToolRunner;
}
