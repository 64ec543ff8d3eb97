/** The end of thoughts, or another marker, in text that waits for the end. */
export const THOUGHTS_BORDER =
  /(?<end><\/(?:think|thinking|thoughts?|reasoning)>|\[\/THINK\]|◁\/think▷|<channel\|>)|<(?:think|thinking|thought|tool_call)>|<\|channel\|?>|\[THINK\]/gi;

const INTERJECTIONS = ["okay", "ok", "alright", "hmm", "so", "right", "now"];
/** How a model names the caller while it thinks. An answer to the caller does not begin like this. */
const OPENINGS = ["the user", "the caller", "the human", "user asks", "user wants"];

/** Whether a text begins like thoughts: "Okay, the user wants …". `open`: more text decides. */
export function seemsThought(text: string): boolean | "open" {
  const lower = text.slice(0, 60).toLowerCase();
  const interjection = INTERJECTIONS.find((each) => lower.startsWith(each) && !/^[\p{L}]/u.test(lower.slice(each.length)));
  const rest = interjection === undefined ? lower : lower.slice(interjection.length).replace(/^[\s,.!…]{1,4}(?:so )?/, "");
  if (OPENINGS.some((each) => rest.startsWith(each))) return true;
  const candidates = interjection === undefined ? [...OPENINGS, ...INTERJECTIONS] : OPENINGS;
  return candidates.some((each) => each.startsWith(rest)) ? "open" : false;
}

/** Models that always think, and whose chat templates usually write the beginning of the thoughts. */
export const ALWAYS_THINKS = /(?:^|[-_/:. ])(?:r1|qwq|thinking|reasoning|reasoner)(?:$|[-_/:. \d])/i;
