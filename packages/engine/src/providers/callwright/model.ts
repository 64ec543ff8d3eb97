import { setImmediate } from "node:timers/promises";
import type { HistoryItem } from "@callwright/contract";
import { CHOOSE_NOTE, ENTER_NOTE, type LanguageModel } from "../../model/language-model.ts";
import { callerDay } from "./acting/caller-day.ts";
import { decide } from "./acting/decide.ts";
import { knowledgeOf } from "./answers/answer.ts";

export interface BuiltInModelOptions {
  /** For "tomorrow" and "next Tuesday". */
  now: () => Date;
}

/**
 * The built-in model, which is no language model: it calls the tool whose name and description match the caller's words, and asks for what it
 * needs. Otherwise it answers with the sentences that match, of the system prompt or of what its knowledge tools find, with opening hours as
 * spoken times. Deterministic, with no key and no network.
 */
export function createBuiltInModel({ now }: BuiltInModelOptions): LanguageModel {
  let read = { prompt: "", knowledge: knowledgeOf("") };
  return {
    provider: "callwright",
    async *stream({ history, tools, signal }) {
      const prompt = promptOf(history);
      // A long prompt takes as long to read as some steps together.
      if (prompt !== read.prompt) read = { prompt, knowledge: knowledgeOf(prompt) };
      const { text, call, endsCall } = decide({
        history,
        tools,
        today: callerDay(now(), prompt),
        prompt,
        knowledge: read.knowledge,
      });
      for (const word of text.match(/\S+\s*/g) ?? []) {
        if (signal.aborted) return;
        yield { type: "text", text: word };
        await setImmediate();
      }
      if (signal.aborted) return;
      const id = `call_${history.filter(({ type }) => type === "tool").length + 1}`;
      if (call) yield { type: "tool-call", id, name: call.name, arguments: JSON.stringify(call.arguments) };
      if (endsCall) yield { type: "end-call" };
    },
  };
}

/** They ask for something, and are no part of the prompt. */
const NOTES = new Set([ENTER_NOTE, CHOOSE_NOTE]);

function promptOf(history: readonly HistoryItem[]): string {
  return history.flatMap((item) => (item.type === "system" && !NOTES.has(item.text) ? [item.text] : [])).join("\n");
}
