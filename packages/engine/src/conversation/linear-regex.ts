import type { RegexOptions } from "@callwright/contract";
import { RE2JS } from "re2js";

/**
 * Steps of a compiled pattern, which is linear in them and in the text: more could stall the sound of other calls. A pattern of some
 * words has under a hundred; only repetitions of repetitions have more.
 */
const STEPS_MAX = 500;
/** Characters looked at, the last ones. Nobody says more in one turn. */
const TEXT_MAX_CHARACTERS = 1000;

/**
 * Tests texts against a user's pattern in linear time. A pattern that the engine does not take (look-around, back-references) matches
 * everything or, by default, nothing.
 */
export function linearRegex(pattern: string, options?: RegexOptions, otherwise = false): (text: string) => boolean {
  const compiled = compile(pattern, options);
  return (text) => compiled?.matcher(text.slice(-TEXT_MAX_CHARACTERS)).find() ?? otherwise;
}

/** Replaces all matches of a user's pattern in linear time; `$1` is the first group. What the engine does not take replaces nothing. */
export function linearReplacement(pattern: string, options: RegexOptions | undefined, value: string): (text: string) => string {
  const compiled = compile(pattern, options);
  return (text) => {
    if (!compiled || text.length > TEXT_MAX_CHARACTERS) return text;
    try {
      return compiled.matcher(text).replaceAll(value);
    } catch {
      return text; // the value names a group that there is not
    }
  };
}

function compile(pattern: string, options: RegexOptions = []): RE2JS | undefined {
  const on = (type: RegexOptions[number]["type"]) => options.some((option) => option.type === type && option.enabled);
  const flags = (on("ignore-case") ? RE2JS.CASE_INSENSITIVE : 0) | (on("multi-line") ? RE2JS.MULTILINE : 0);
  try {
    const whole = on("whole-word") ? `\\b(?:${pattern})\\b` : pattern;
    const compiled = RE2JS.compile(RE2JS.translateRegExp(whole), flags);
    return compiled.programSize() > STEPS_MAX ? undefined : compiled;
  } catch {
    return undefined;
  }
}
