import { terms } from "../answers/word-match.ts";
import { type Found, find, type Heard } from "../spoken/heard.ts";

const YES = /\b(?:yes|yeah|yep|sure|please|of course|correct|right|okay|ok|definitely|absolutely|do|i would|i do)\b/;
const NO = /\b(?:no|nope|not|don't|doesn't|without|never|neither|rather not)\b/;
const NO_BEFORE = /\b(?:no|not|without|don't|doesn't|never)(?: [a-z']+){0,2}$/;
const OF_A_QUESTION = /\b(?:is|has|have|wants?|needs?|includes?|with|should|can|do|does|are|allow|enable|add)\b/g;
/** Parameters that switch something on. */
export const SWITCH = /^(?:is )?(?:on|enabled|active|power)$/;
const TURNED = /\b(?:turn|switch|put)(?:ed)?(?: [a-z']+){0,4}? (?:on|off)\b|\b(?:enable|disable|activate|deactivate)\b/;

/** Reads a boolean: "without delivery" for `delivery`, "turn off" for `on`, "yes" when it was asked for. */
export function readYesOrNo(words: string, heard: Heard, isAsked: boolean): Found<boolean> | undefined {
  const turned = SWITCH.test(words) ? find(heard, TURNED, ([text]) => /\b(?:on|enable|activate)$/.test(text)) : undefined;
  if (turned) return turned;
  if (SWITCH.test(words) && isAsked && /\b(?:on|off)\b/.test(heard.words))
    return { value: !/\boff\b/.test(heard.words), rest: heard };
  const about = terms(words.replace(OF_A_QUESTION, ""));
  const mentioned = find(heard, /[a-z]+/, ({ 0: word, index }) => {
    if (![...terms(word)].some((term) => about.has(term))) return undefined;
    return !NO_BEFORE.test(heard.words.slice(0, index).trim());
  });
  if (mentioned || !isAsked) return mentioned;
  if (NO.test(heard.words)) return { value: false, rest: heard };
  return YES.test(heard.words) ? { value: true, rest: heard } : undefined;
}
