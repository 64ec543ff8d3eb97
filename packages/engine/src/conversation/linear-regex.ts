import { RE2JS } from "re2js";

/**
 * Steps of a compiled pattern, which is linear in them and in the text: more could stall the sound of other calls. A pattern of some
 * words has under a hundred; only repetitions of repetitions have more.
 */
const STEPS_MAX = 500;
/** Characters looked at, the last ones. Nobody says more in one turn. */
const TEXT_MAX_CHARACTERS = 1000;

export const LINEAR_REGEX_FLAGS = { ignoreCase: RE2JS.CASE_INSENSITIVE, multiLine: RE2JS.MULTILINE };

/**
 * Tests texts against a user's pattern in linear time. A pattern that the engine does not take (look-around, back-references) matches
 * everything or, by default, nothing.
 */
export function linearRegex(pattern: string, flags = 0, otherwise = false): (text: string) => boolean {
  const compiled = compile(pattern, flags);
  return (text) => compiled?.matcher(text.slice(-TEXT_MAX_CHARACTERS)).find() ?? otherwise;
}

function compile(pattern: string, flags: number): RE2JS | undefined {
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern), flags);
    return compiled.programSize() > STEPS_MAX ? undefined : compiled;
  } catch {
    return undefined;
  }
}
