import { TOOL_STARTED, type ToolItem } from "@callwright/contract";
import { isInstruction } from "../answers/instruction.ts";
import { asSentence, readSentences } from "../answers/prompt-facts.ts";
import { actionOf } from "./action.ts";
import { readJson } from "./schema.ts";
import { errorIn, speakJson } from "./speak-json.ts";

/** Callers do not listen to more. */
const SENTENCES_MAX = 5;
const CHARACTERS_MAX = 4_000;
/** "Tell the caller that it is booked": the words after this are spoken. */
const SAY =
  /^(?:please )?(?:say|tell (?:the )?(?:caller|customer|user|client|guest|them|him|her)|inform (?:the )?(?:caller|customer|user|client|guest)|let (?:the )?(?:caller|customer|user|them) know)(?:,| that|:)? ["“']?(.+?)["”']?$/i;

/** A tool's answer, in sentences for the caller. `action`: the tool's action, if its name does not describe it. */
export function speakResult({ call, answer }: ToolItem, action = actionOf(call.name)): string {
  if (!answer) return "I am still working on it.";
  const { result, failed } = answer;
  if (result === TOOL_STARTED) return "I have started that.";
  const json = readJson(result.slice(0, CHARACTERS_MAX * 4));
  const error = failed ? (errorIn(json) ?? result) : errorIn(json);
  if (error !== undefined) return speakFailure(action, error);
  const spoken = typeof (json ?? result) === "string" ? speakText(String(json ?? result)) : speakJson(json);
  return spoken === "" ? "That is done." : spoken;
}

/** Says that a tool failed, and why. */
function speakFailure(action: string, error: string): string {
  const why = speakText(spokenUnits(error));
  return `I'm sorry, I could not ${action}.${why === "" ? "" : ` ${why}`}`;
}

/** The sentences of a text that are for the caller. JSON that cannot be read is left out. */
export function speakText(text: string): string {
  if (/^\s*[[{<]/.test(text)) return "";
  const spoken: string[] = [];
  for (const { sentence } of readSentences(text.slice(0, CHARACTERS_MAX).replace(/[*_`#>]{1,3}(?=\S)|(?<=\S)[*`]{1,3}/g, ""))) {
    const meant = SAY.exec(sentence)?.[1] ?? sentence;
    if (!isForAssistant(meant)) spoken.push(asSentence(meant));
    if (spoken.length === SENTENCES_MAX) break;
  }
  return spoken.join(" ");
}

/** Unlike a prompt, a tool's answer may speak to the caller: "Your table is booked. Please arrive early. Is that fine?" */
function isForAssistant(sentence: string): boolean {
  return isInstruction(
    sentence
      .replace(/^please /i, "")
      .replace(/^you(?:r|'re)?\b/i, "the")
      .replace(/\?$/, "."),
  );
}

function spokenUnits(text: string): string {
  return text.replace(/(\d) s\b/g, "$1 seconds").replace(/(\d) ms\b/g, "$1 milliseconds");
}
