import { CHOOSE_NOTE, ENTER_NOTE, type HistoryItem } from "@callwright/contract";
import { callerDay } from "./acting/caller-day.ts";
import { type Decision, type DecisionRequest, decide } from "./acting/decide.ts";
import { knowledgeOf } from "./answers/answer.ts";

export type RulesRequest = Pick<DecisionRequest, "history" | "matchesPattern" | "tools"> & {
  /** For "tomorrow" and "next Tuesday". */
  now: Date;
};

/**
 * A model without machine learning: it calls the tool whose name and description match the caller's words, and asks for missing values. Otherwise it
 * answers with the matching sentences of the system prompt or of its knowledge tools, with opening hours as spoken times. Returns a function that
 * decides one step of a conversation.
 */
export function createRulesModel(): (request: RulesRequest) => Decision {
  let read = { prompt: "", knowledge: knowledgeOf("") };
  return ({ now, ...request }) => {
    const prompt = promptOf(request.history);
    // Reading a long prompt takes as long as several steps, so it is read once.
    if (prompt !== read.prompt) read = { prompt, knowledge: knowledgeOf(prompt) };
    return decide({ ...request, today: callerDay(now, prompt), prompt, knowledge: read.knowledge });
  };
}

/** Notes that request something, and do not belong to the prompt. */
const NOTES = new Set([ENTER_NOTE, CHOOSE_NOTE]);

function promptOf(history: readonly HistoryItem[]): string {
  return history.flatMap((item) => (item.type === "system" && !NOTES.has(item.text) ? [item.text] : [])).join("\n");
}
