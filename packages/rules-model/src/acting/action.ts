import { wordsOfName } from "./schema.ts";

const VERBS = new Set(
  (
    "add approve arrange ask assign book buy calculate call cancel change charge check close confirm connect convert count create delete edit end estimate " +
    "fetch file find forward get give leave list load log look make mark modify move note notify open order pay place play post postpone put query read refund " +
    "register remove rent report request reschedule reserve reset resend return route save schedule search see send set show sign start stop submit subscribe " +
    "take tell track transfer translate update upload validate verify write"
  ).split(" "),
);

/** For a tool whose name does not describe its action. */
export const UNKNOWN_ACTION = "do that";

/** A tool's action as words: "book the appointment". */
export function actionOf(name: string): string {
  const words = wordsOfName(name)
    .replace(/^(?:lookup|look up)\b/, "look up")
    .replace(/\b(?:tool|function|api)\b/g, "")
    .trim()
    .split(/\s+/);
  const [verb = "", ...rest] = words;
  if (!VERBS.has(verb) || rest.length === 0) return UNKNOWN_ACTION;
  const [particle = "", ...object] = rest;
  if (/^(?:up|for|by|to|in|on|out|with)$/.test(particle))
    return object.length > 0 ? `${verb} ${particle} the ${object.join(" ")}` : UNKNOWN_ACTION;
  return /^(?:an?|the|my|your|all|me)$/.test(particle) ? words.join(" ") : `${verb} the ${rest.join(" ")}`;
}
