import { terms } from "../answers/word-match.ts";
import { type Found, find, type Heard } from "../spoken/heard.ts";
import { readDuration } from "../spoken/spoken-duration.ts";
import type { Parameter } from "./parameter.ts";

const NUMBER = "(?<![\\w.:/-])-?\\d+(?:\\.\\d+)?(?![\\w:/-]|\\.\\d)";
/** Words for people: a number before one of them counts people. */
const PEOPLE = terms("people person persons guest party adult diner seat customer passenger attendee visitor participant");
/** Words that a recognizer writes for single spoken numbers. */
const MISHEARD: Record<string, string> = {
  to: "2",
  too: "2",
  for: "4",
  fore: "4",
  won: "1",
  ate: "8",
  tree: "3",
  free: "3",
  sex: "6",
};
const MINUTES_OF: readonly [RegExp, number][] = [
  [/\bseconds?\b/, 1 / 60],
  [/\bmin(?:ute)?s?\b/, 1],
  [/\bhours?\b/, 60],
  [/\b(?:days?|nights?)\b/, 1440],
  [/\bweeks?\b/, 10_080],
];

/** Reads the number that a parameter means: "4 people" for `partySize`. `isOnly`: no other parameter takes a number. */
export function readNumber(
  parameter: Parameter,
  heard: Heard,
  { isAsked, isOnly }: { isAsked: boolean; isOnly: boolean },
): Found<number> | undefined {
  const unit = MINUTES_OF.find(([pattern]) => pattern.test(parameter.words))?.[1];
  const length = unit === undefined ? undefined : readDuration(heard);
  if (unit !== undefined && length) return allowed(parameter, { ...length, value: length.value / unit });
  const counted = countedBy(parameter);
  const beside =
    find(heard, new RegExp(`(${NUMBER})((?: [a-z'-]+){1,2})`), ([, number, after = ""]) =>
      counted(after) ? Number(number) : undefined,
    ) ??
    find(heard, new RegExp(`((?:[a-z'-]+ ){1,3})(?:of |is |for |to )?(${NUMBER})`), ([, before = "", number]) =>
      counted(before.replace(/\b(?:of|is|for|to|at) ?/g, "")) ? Number(number) : undefined,
    );
  if (beside) return allowed(parameter, beside);
  if (!isAsked && !isOnly) return undefined;
  const any = find(heard, new RegExp(NUMBER), ([number]) => Number(number));
  if (any || !isAsked) return any && allowed(parameter, any);
  const alone = MISHEARD[heard.words.replace(/[^a-z]/g, "")];
  return alone === undefined ? undefined : allowed(parameter, { value: Number(alone), rest: heard });
}

function countedBy({ words, label, terms: ofParameter }: Parameter): (text: string) => boolean {
  const own = terms(`${words} ${label}`);
  const areOfPeople = [...ofParameter].some((term) => PEOPLE.has(term));
  return (text) => [...terms(text)].some((term) => own.has(term) || (areOfPeople && PEOPLE.has(term)));
}

function allowed({ schema }: Parameter, found: Found<number>): Found<number> | undefined {
  const { type, minimum, maximum } = schema;
  const { value } = found;
  if (type === "integer" && !Number.isInteger(value)) return undefined;
  if (typeof minimum === "number" && value < minimum) return undefined;
  return typeof maximum === "number" && value > maximum ? undefined : found;
}
