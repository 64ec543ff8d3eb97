import type { CallerFact } from "@callwright/contract";

/** Something that the caller says to get what they want. */
export interface CallerRequest {
  /** A whole sentence, or several. */
  text: string;
  /** What the caller would like to do: "move my visit to Thursday". Absent for other requests. */
  wish?: string;
  /** What the caller would like to know: "whether parking is free". */
  question?: string;
}

/** What a caller by rules wants, in the caller's own words. */
export interface CallerGoal {
  requests: CallerRequest[];
  /** Said one after the other when the agent has nothing to offer. */
  fallbacks: string[];
  /** Said when the agent's answer has one of the words. */
  reactions: { words: string[]; say: string }[];
  /** Chosen among offers: "the earliest one". Default: the first offer. */
  choice?: string;
  /** Words of offers that the caller does not accept. */
  refuses: string[][];
  facts: CallerFact[];
}

const SENTENCE_END = /(?<=[.!?])(?<!\b(?:Mr|Mrs|Ms|Dr|St|No)\.)\s+(?=[\p{Lu}"“])|;\s+/u;
/** At the end of a sentence. Each run is read from its first mark alone, because a text may have thousands. */
const END_MARKS = /(?<![.!])[.!]+$/;
const BULLET = /^(?:[-*•]|\d+[.)]|caller:|user:|customer:)\s+/i;
const LEAD = /^(?:please|then|also|and|first|next|now|finally|after that|try to|call to|call and|politely)[, ]+/i;
const QUOTED = /^(?:say|tell [\w ]{2,20}|answer|reply|ask)[:, ]+["“](.+?)["”][.!?]?$/i;
const CLOSES =
  /^(?:say (?:thank you|thanks|good ?bye|bye)|thank (?:the |them|him|her|you)|hang up|end the (?:call|conversation)|goodbye)\b/i;
const STYLE =
  /^(?:be|act|stay|remain|speak|talk like|pretend|insist|wait|keep|remember|make sure|only|confirm|agree|accept (?:it|that|the offer)|give|provide|answer|respond|spell|your goal|you speak|you sound)\b/i;
const REFUSES = /^(?:do not|don't|never) (?:accept|agree to|take|book|choose|pay for|confirm) (.+)$/i;
const FORBIDS = /^(?:do not|don't|never)\b/i;
const WHEN_FIRST = /^(?:if|when|in case|should) (.+?),? (?:then )?(?<=, |then )(.+)$/i;
const WHEN_LAST = /^(.+?),? (?:if|in case|unless) (.+)$/i;
const ONCE_DONE = /,? (?:once|when|as soon as|after) (?:it(?:'s| is)|that(?:'s| is)|everything is|you(?:'re| are)) [\w ]+$/i;
const IS_ASKED = /\b(?:asked|asks|ask you|wants to know|question)\b/i;
const HAS_NOTHING =
  /\b(?:nothing|none|not (?:free|available|possible)|no \w+|unavailable|full|booked|taken|cannot|can't|isn't|aren't|sold out|impossible)\b/i;
const NAMED =
  /^(?:[Yy]ou are|[Yy]ou're|[Yy]our name is|[Tt]he caller is)\s+((?:\p{Lu}[\p{L}'’-]+)(?: \p{Lu}[\p{L}'’-]+){0,3})\b/u;
const FACT = /^your (?!name\b)([\p{L} -]{2,40}?) is (.+)$/iu;
const ROLE = /^(?:you are|you're|the caller is) (?:an?|the|very|quite|in|not)\b/i;
const WANTS =
  /^(?:you|the (?:caller|customer|user|patient|client|guest)|he|she|they) (want|would like|need|wish|are calling|is calling|call)s? (.+)$/i;
const TELLS =
  /^(?:tell (?:the agent|them|him|her|the assistant)|say|mention|explain|state|inform (?:the agent|them)|complain)(?: that)? (.+)$/i;
const ASKS_FOR = /^(?:ask|inquire|enquire|find out|check)(?: (?:the agent|them))? (for|about) (.+)$/i;
const ASKS_TO = /^ask(?: (?:the agent|them|the assistant))? to (.+)$/i;
const ASKS =
  /^(?:ask|inquire|enquire|find out|check|see)(?: (?:the agent|them))? ((?:whether|if|when|where|what|which|who|why|how)\b.+)$/i;
const CHOOSES = /^(?:take|choose|pick|accept|prefer|go for) (.+)$/i;
const ABOUT_CALLER = /^(?:you|your)\b/i;
const ONLY_THANKS = /^(?:many )?(?:thanks|thank you|(?:good ?)?bye)(?: very much| so much)?$/i;
const IS_OWN = /\b(?:i|i'm|i'd|i've|i'll|my|me|mine|we|our)\b|\?$/i;
const VERBS =
  "add|apply|arrange|book|buy|call|cancel|change|claim|close|collect|confirm|correct|delay|delete|dispute|extend|file|fix|get|have|hire|join|learn|leave|make|move|open|order|pause|pay|pick up|postpone|purchase|reach|redeem|register|remove|renew|rent|replace|report|request|reschedule|reserve|reset|resolve|return|schedule|sell|send|set up|sign up|speak|start|stop|subscribe|switch|talk|track|transfer|try|unsubscribe|update|upgrade|use|verify|visit";
const IMPERATIVE = new RegExp(`^(?:${VERBS})\\b`, "i");
const INSTRUCTION = new RegExp(
  `^(?:${VERBS}|ask|say|tell|mention|thank|hang up|take|choose|accept|find out|check|inquire)\\b`,
  "i",
);
const AND_THEN = new RegExp(
  `(?:,? and then|, then|,? and) (?=(?:${VERBS}|ask|say|tell|mention|thank|hang up|end the call|find out|check|inquire)\\b)`,
  "i",
);

/** Reads instructions ("Move your visit to Thursday. If nothing is free, take Friday.") or lines ("I'd like a table.") as a caller's goal. */
export function readGoal(script: string, persona = ""): CallerGoal {
  const goal: CallerGoal = { requests: [], fallbacks: [], reactions: [], refuses: [], facts: [] };
  for (const sentence of sentencesOf(persona)) readFact(sentence, goal);
  for (const sentence of sentencesOf(script)) readSentence(sentence, goal);
  return goal;
}

/** The sentences of a text; each line ends one. */
export function sentencesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim().replace(BULLET, "").replace(/\s+/g, " "))
    .flatMap((line) => line.split(SENTENCE_END))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

function readSentence(sentence: string, goal: CallerGoal): void {
  const quoted = QUOTED.exec(sentence)?.[1];
  if (quoted !== undefined) goal.requests.push({ text: asSentence(quoted) });
  else if (!readFact(sentence, goal)) {
    const plain = sentence.replace(END_MARKS, "").replace(LEAD, "");
    const when = WHEN_FIRST.exec(plain);
    if (when) readCondition(when[1] ?? "", when[2] ?? "", goal);
    else if (INSTRUCTION.test(plain)) for (const part of plain.split(AND_THEN)) readInstruction(part.replace(LEAD, ""), goal);
    else readStatement(plain, sentence, goal);
  }
}

/** "You are Priya Nair", "Your booking is AS-2291". */
function readFact(sentence: string, { facts }: CallerGoal): boolean {
  const plain = sentence.replace(END_MARKS, "");
  const name = NAMED.exec(plain)?.[1];
  if (name !== undefined) facts.push({ name: "Name", value: name, tells: "if asked" });
  const [, what, value] = (name === undefined && FACT.exec(plain)) || [];
  if (what !== undefined && value !== undefined) facts.push({ name: what, value, tells: "if asked" });
  return name !== undefined || value !== undefined;
}

function readCondition(condition: string, consequence: string, goal: CallerGoal): void {
  const say = consequenceOf(consequence);
  if (IS_ASKED.test(condition)) {
    const about = condition
      .replace(/^.*?\b(?:asked|asks|ask you|know)\b(?: you)?(?: (?:for|about|what|whether|if))?/i, "")
      .trim();
    goal.facts.push({ name: (about || condition).slice(0, 80), value: say.replace(/[.]$/, ""), tells: "if asked" });
  } else if (CLOSES.test(consequence)) return;
  else if (HAS_NOTHING.test(condition)) goal.fallbacks.push(say);
  else goal.reactions.push({ words: keywordsOf(condition), say });
}

/** "take Friday before noon" is "Then Friday before noon, please." */
function consequenceOf(consequence: string): string {
  const chosen = CHOOSES.exec(consequence)?.[1];
  if (chosen !== undefined) return `Then ${toFirstPerson(chosen)}, please.`;
  // A condition in a consequence is said: read as one, a long row of conditions would be read once for each of them.
  if (WHEN_FIRST.test(consequence.replace(LEAD, ""))) return asSentence(toFirstPerson(consequence));
  const inner: CallerGoal = { requests: [], fallbacks: [], reactions: [], refuses: [], facts: [] };
  readSentence(consequence, inner);
  return inner.requests[0]?.text ?? asSentence(toFirstPerson(consequence));
}

function readInstruction(given: string, goal: CallerGoal): void {
  const part = given.replace(ONCE_DONE, "").trim();
  if (part === "" || CLOSES.test(part)) return;
  const request = askedIn(part);
  const [, consequence, condition] = (!request && WHEN_LAST.exec(part)) || [];
  const told = TELLS.exec(part)?.[1];
  const chosen = CHOOSES.exec(part)?.[1];
  if (request) goal.requests.push(request);
  else if (consequence !== undefined && condition !== undefined) readCondition(condition, consequence, goal);
  else if (told !== undefined) goal.requests.push({ text: asSentence(toFirstPerson(told)) });
  else if (chosen !== undefined) goal.choice = toFirstPerson(chosen);
  else if (IMPERATIVE.test(part)) goal.requests.push(wishOf(toFirstPerson(lowerFirst(part))));
}

/** What "say" with quoted words and "ask" stand for. */
function askedIn(part: string): CallerRequest | undefined {
  const quoted = QUOTED.exec(part)?.[1];
  if (quoted !== undefined) return { text: asSentence(quoted) };
  const asked = ASKS.exec(part)?.[1];
  if (asked !== undefined) return questionOf(toFirstPerson(asked));
  const [, preposition, thing] = ASKS_FOR.exec(part) ?? [];
  if (thing !== undefined) return requestAbout(preposition === "about", toFirstPerson(thing));
  const favor = ASKS_TO.exec(part)?.[1];
  return favor === undefined ? undefined : wishOf(toFirstPerson(favor));
}

function readStatement(plain: string, sentence: string, goal: CallerGoal): void {
  const refused = REFUSES.exec(plain)?.[1];
  const [, verb = "", rest] = WANTS.exec(plain) ?? [];
  if (refused !== undefined) goal.refuses.push(keywordsOf(refused));
  else if (rest !== undefined) goal.requests.push(wantOf(verb.toLowerCase(), toFirstPerson(rest)));
  else if (isSaid(plain)) goal.requests.push({ text: ABOUT_CALLER.test(plain) ? asSentence(toFirstPerson(plain)) : sentence });
}

/** Instructions about the manner, and plain thanks, are no requests. */
function isSaid(plain: string): boolean {
  if (ONLY_THANKS.test(plain)) return false;
  return IS_OWN.test(plain) || ![FORBIDS, STYLE, ROLE, CLOSES].some((pattern) => pattern.test(plain));
}

function wantOf(verb: string, rest: string): CallerRequest {
  const toDo = /^to (.+)$/i.exec(rest)?.[1];
  if (toDo !== undefined) return wishOf(toDo);
  return { text: asSentence(verb === "need" ? `I need ${rest}` : `I'd like ${rest}`) };
}

const wishOf = (wish: string): CallerRequest => ({ text: asSentence(`I'd like to ${wish}`), wish });
const questionOf = (question: string): CallerRequest => ({ text: `Can you tell me ${question}?`, question });

const requestAbout = (isAbout: boolean, thing: string): CallerRequest =>
  isAbout ? { text: `I have a question about ${thing}.` } : questionOf(thing);

/** "your visit" is "my visit" to the caller, "you can come" is "I can come", and "call you" is "call me". */
function toFirstPerson(text: string): string {
  return text
    .replace(/\byou are\b/gi, "I am")
    .replace(/\byou're\b/gi, "I'm")
    .replace(/\byou've\b/gi, "I've")
    .replace(/\byou'd\b/gi, "I'd")
    .replace(
      /\b(can|could|do|did|should|must|may|will|would|have|are) you\b/gi,
      (_, verb: string) => `${verb === "are" ? "am" : verb} I`,
    )
    .replace(
      /\byou (?=(?:have|had|were|was|will|can|could|cannot|can't|want|need|would|live|do|don't|did|didn't|called|booked|lost|moved|paid|ordered|received|should|must|may|might|never|already|just|only|also|get|got|bought|pay|come|bring|forgot|cannot|made|sent|arrive)\b)/gi,
      "I ",
    )
    .replace(/\byourself\b/gi, "myself")
    .replace(/\byours\b/gi, "mine")
    .replace(/\byour\b/gi, "my")
    .replace(/\byou\b/gi, "me");
}

const COMMON = new Set(
  "a an and are at be can does for has have if in is it its of on or say says so that the their them there they this to was will with you your agent".split(
    " ",
  ),
);

/** The words of a text that carry meaning, in lower case. */
export function keywordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length > 1 && !COMMON.has(word));
}

export function asSentence(text: string): string {
  const trimmed = text.trim();
  const whole = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}

/** "I" keeps its capital. */
export const lowerFirst = (text: string): string =>
  /^(?:I\b|\p{Lu}{2})/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
