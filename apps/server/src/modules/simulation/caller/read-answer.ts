import type { CallerFact } from "@callwright/contract";
import { keywordsOf, sentencesOf } from "./goal.ts";

/** What a question asks for. */
export type Asked = "name" | "birth" | "email" | "phone" | "address" | "code" | "day" | "time" | "count";

/** What the agent's words want of the caller. */
export interface UnderstoodAnswer {
  text: string;
  questions: string[];
  says: {
    /** It asks what else it can do. */
    open: boolean;
    goodbye: boolean;
    /** It did not understand, or does not know. */
    unhelpful: boolean;
    /** Nothing is free, or possible. */
    nothing: boolean;
    done: boolean;
  };
}

const REQUESTS =
  /^(?:please |could you |can you |would you |may i |can i )?(?:please )?(?:tell|give|spell|confirm|provide)\b.*\b(?:me|your|us)\b|\bi(?:'ll| will)? (?:just )?need (?:your|the|to know)\b|\bplease say\b/i;
const OPEN =
  /\b(?:how|what)(?: else)? (?:can|may|could) (?:i|we) (?:help|do|assist)|\banything else\b|\bwhat (?:else )?would you like to know\b|\bhow else\b|\bwhat can i do\b|\bwhat is this about\b/i;
const GOODBYE = /\b(?:good ?bye|bye|have an? (?:very )?(?:nice|good|great|lovely|wonderful|pleasant) (?:\w+))\b/i;
const UNHELPFUL =
  /\b(?:did(?:n't| not) (?:understand|catch|get|hear)|could(?:n't| not) find|(?:don't|do not) (?:know|have (?:that|any) information)|(?:cannot|can't|unable to) (?:help|do|answer|tell)|not sure|having trouble|say that again|what do you mean|i am an automated)\b/i;
const NOTHING =
  /\b(?:nothing|no (?:\w+ ){0,3}(?:free|available|left|slots?|openings?|appointments?|tables?|rooms?)|not available|unavailable|fully booked|(?:is|are|we're) (?:all )?(?:full|closed|booked)|sold out)\b/i;
const DONE =
  /\b(?:booked|moved|rescheduled|changed|cancel+ed|confirmed|all set|it(?:'s| is) done|scheduled|reserved|ordered|sent|updated|placed|registered|noted|taken care of)\b/i;
const KINDS: readonly [Asked, RegExp][] = [
  ["birth", /\b(?:birth\w*|born|dob)\b/i],
  ["email", /\be-?mail\b/i],
  ["phone", /\b(?:phone|telephone|mobile|cell)\b|\b(?:call|reach) you (?:back )?(?:at|on)\b|\bcallback number\b/i],
  ["address", /\b(?:address|post ?code|zip(?: code)?)\b|\bwhere do you live\b/i],
  ["count", /\bhow many\b|\bparty size\b/i],
  ["day", /\b(?:which|what|on what) (?:day|date)\b|\bday (?:and time )?would\b|\bwhen\b|\bthe date\b/i],
  ["time", /\b(?:which|what|at what) time\b|\btime would\b|\bwhen\b/i],
  ["name", /\b(?:names?|who (?:am i|is|are you)|speaking with|surname)\b/i],
  ["code", /\b(?:number|reference|booking|order|confirmation|account|policy|code|id|pin)\b/i],
];
const YES_OR_NO =
  /^(?:(?:and|so|okay|ok|alright|great|then|well)[, ]+)*(?:is|are|was|do|does|did|would|shall|should|can|could|may|will|have|has|right|correct)\b|\b(?:correct|right|okay|ok|alright|works?)\?$|\bsay yes or no\b/i;

/** Nobody answers more at once. */
const QUESTIONS_MAX = 10;

export function readAnswer(text: string): UnderstoodAnswer {
  const sentences = sentencesOf(text);
  const isQuestion = (sentence: string) => sentence.endsWith("?") || REQUESTS.test(sentence);
  const questions = sentences.filter(isQuestion).slice(0, QUESTIONS_MAX);
  const statements = sentences.filter((each) => !isQuestion(each)).join(" ");
  const hasQuestion = questions.length > 0;
  return {
    text,
    questions,
    says: {
      open: OPEN.test(text),
      goodbye: GOODBYE.test(text) && !hasQuestion,
      unhelpful: UNHELPFUL.test(text),
      nothing: NOTHING.test(text),
      done: DONE.test(statements),
    },
  };
}

export const isYesOrNo = (question: string): boolean => YES_OR_NO.test(question);

export const kindsOf = (text: string): Asked[] => KINDS.flatMap(([kind, pattern]) => (pattern.test(text) ? [kind] : []));

const GENERIC = new Set(["number", "code", "id", "full", "new"]);

/** The fact that a question asks for, by its kind and its words. */
export function factFor(question: string, facts: readonly CallerFact[]): CallerFact | undefined {
  const [asked] = kindsOf(question);
  const words = new Set(keywordsOf(question).filter((word) => !GENERIC.has(word)));
  let best: CallerFact | undefined;
  let most = 0;
  for (const fact of facts) {
    const own = kindsOfFact(fact);
    const shared = keywordsOf(fact.name).filter((word) => words.has(word)).length;
    // A fact of another kind is no answer: "Date of birth" does not answer "Which date would you like?".
    const isOther = asked !== undefined && own.length > 0 && !own.includes(asked);
    const score = isOther ? 0 : shared + (asked !== undefined && asked !== "code" && own[0] === asked ? 2 : 0);
    if (score > most) [best, most] = [fact, score];
  }
  if (best || asked !== "code") return best;
  const codes = facts.filter((fact) => kindsOfFact(fact)[0] === "code");
  return codes.length === 1 ? codes[0] : undefined;
}

/** In names of facts, a "date" is a day, as "which day" is in questions. */
const FACT_KINDS: readonly [Asked, RegExp][] = [
  ["birth", /\b(?:birth\w*|born|dob)\b/i],
  ["day", /\b(?:date|day)\b/i],
  ["time", /\btime\b/i],
  ["count", /\b(?:people|persons|guests|party|quantity)\b/i],
];

/** "New number" with the value "+44 117 496 0171" is a phone number. */
function kindsOfFact({ name, value }: CallerFact): Asked[] {
  if (/^\+?\d[\d ()/-]{7,}$/.test(value)) return ["phone", ...kindsOf(name)];
  if (value.includes("@")) return ["email"];
  const own = FACT_KINDS.find(([, pattern]) => pattern.test(name))?.[0];
  return own === undefined ? kindsOf(name) : [own];
}
