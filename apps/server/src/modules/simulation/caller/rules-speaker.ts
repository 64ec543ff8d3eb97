import type { CallerBehavior, CallerFact } from "@callwright/contract";
import { type Dice, openDice } from "./dice.ts";
import { asSentence, type CallerGoal, type CallerRequest, lowerFirst, readGoal } from "./goal.ts";
import { factFor, isYesOrNo, kindsOf, readAnswer, type UnderstoodAnswer } from "./read-answer.ts";
import * as phrases from "./rules-phrases.ts";
import type { Said, Speaker } from "./speaker.ts";
import { hasTime, offersIn, otherValue, valuesIn, weekdaysIn } from "./spoken-values.ts";

export interface RulesSpeakerOptions {
  script: string;
  persona: string | undefined;
  facts: readonly CallerFact[];
  behavior: CallerBehavior;
  seed: number;
}

const UNHELPFUL_ANSWERS = 4;
/** Detours of each kind in one conversation. */
const DETOURS_MAX = 3;
/** Times that the caller makes a request which the agent does not understand. Then the next request follows. */
const TRIES_MAX = 3;

/** A message that is not about the matter. */
type Detour = "off-topic" | "injection" | "repeat";

/**
 * A caller who knows what they want and answers questions, without a language model. The same seed and the same answers give the same words.
 *
 * ```
 *   asking ── the agent asks ──▶ answered ── an answer, done ──▶ next request ── none is left ──▶ goodbye ──▶ (hangs up)
 *     └── no progress, too often ──▶ gives up ──▶ (hangs up)
 * ```
 * Before any of these messages there may be a detour; then the message is said after the agent's next answer.
 */
export class RulesSpeaker implements Speaker {
  readonly #options: RulesSpeakerOptions;
  readonly #goal: CallerGoal;
  readonly #facts: readonly CallerFact[];
  readonly #requests: CallerRequest[];
  readonly #mood: phrases.Mood;
  /** Messages so far. */
  #count = 0;
  #request: CallerRequest | undefined;
  /** The request is for something to be done, so that an answer alone is not enough. */
  #isWish = false;
  #tries = 0;
  #unhelpful = 0;
  #isOver = false;
  #hasChangedMind = false;
  /** The message after a detour. */
  #pending: Said | undefined;
  /** The answer that the agent was asked to repeat. */
  #unheard: string | undefined;
  readonly #detours: Record<Detour, number> = { "off-topic": 0, injection: 0, repeat: 0 };

  constructor(options: RulesSpeakerOptions) {
    this.#options = options;
    this.#goal = readGoal(options.script, options.persona);
    this.#facts = [...options.facts, ...this.#goal.facts];
    this.#requests = [...this.#goal.requests];
    this.#mood = options.behavior.mood ?? "calm";
  }

  async next(answer: string | undefined, _signal: AbortSignal, isCutOff: boolean): Promise<Said | undefined> {
    const count = this.#count++;
    const dice = openDice(this.#options.seed, "words", count);
    if (isCutOff && !this.#isOver) return this.#interject(dice);
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending && !(pending.isAnswer && asksAnything(answer))) return pending;
    if (this.#isOver) return undefined;
    if (count > 0 && this.#detours.repeat < DETOURS_MAX && this.#asksToRepeat(answer, dice)) {
      this.#unheard = answer;
      return { text: this.#detour("repeat", dice, phrases.REPEATS) };
    }
    return this.#aside(this.#plan(this.#understood(answer), dice), count, dice);
  }

  /** An answer that the agent could not repeat was heard after all. */
  #understood(answer: string | undefined): UnderstoodAnswer | undefined {
    const unheard = this.#unheard;
    this.#unheard = undefined;
    if (unheard !== undefined) {
      const again = readAnswer(answer ?? "");
      return again.text === "" || again.says.unhelpful || again.says.open ? readAnswer(unheard) : again;
    }
    return answer === undefined ? undefined : readAnswer(answer);
  }

  #asksToRepeat(answer: string | undefined, dice: Dice): boolean {
    const { asksToRepeat = 0 } = this.#options.behavior.habits ?? {};
    const isWorthIt = asksToRepeat > 0 && this.#unheard === undefined && (answer ?? "").split(" ").length > 3;
    if (!isWorthIt) return false;
    return dice.happens(asksToRepeat) || (this.#detours.repeat === 0 && this.#requests.length === 0);
  }

  /** A detour before the message, or the message. Each habit shows at least once, at the latest before the goodbye. */
  #aside(said: Said, count: number, dice: Dice): Said {
    const { offTopic = 0, injections = 0 } = this.#options.behavior.habits ?? {};
    const isDue = (kind: Detour, share: number) => {
      const isChance = count > 0 && dice.happens(share) && this.#detours[kind] < DETOURS_MAX;
      return share > 0 && (isChance || (said.isLast === true && this.#detours[kind] === 0));
    };
    const text = isDue("injection", injections)
      ? this.#detour("injection", dice, phrases.INJECTIONS)
      : isDue("off-topic", offTopic)
        ? this.#detour("off-topic", dice, phrases.OFF_TOPIC)
        : undefined;
    if (text === undefined) return said;
    this.#pending = said;
    return { text };
  }

  /** Another phrase each time. */
  #detour(kind: Detour, dice: Dice, choices: readonly [string, ...string[]]): string {
    const first = openDice(this.#options.seed, kind).between(0, choices.length - 1);
    const place = (first + this.#detours[kind]++) % choices.length;
    return choices[place] ?? dice.pick(choices);
  }

  /** What the caller wants, in short: "Yes, yes. Thursday afternoon, please." */
  #interject(dice: Dice): Said {
    const start = dice.pick(phrases.INTO_ANSWERS[this.#mood]);
    const { day, time, count } = valuesIn(this.#request?.text ?? "");
    const value = day ?? time ?? count;
    const text = value === undefined ? (this.#request?.text ?? dice.pick(phrases.GO_ON)) : asSentence(`${value}, please`);
    return { text: `${start} ${start.endsWith(",") ? lowerFirst(text) : text}` };
  }

  #plan(answer: UnderstoodAnswer | undefined, dice: Dice): Said {
    if (this.#request === undefined) return this.#begin(answer, dice);
    // A silent agent gets the same words again.
    if (!answer || answer.text.trim() === "") return this.#noProgress(dice);
    const { says, questions } = answer;
    if (says.goodbye) return this.#end(this.#mood === "friendly" ? "Goodbye, and thank you!" : "Goodbye.");
    const reaction = this.#goal.reactions.findIndex(({ words }) => hasAll(answer.text, words));
    if (reaction !== -1) return { text: this.#goal.reactions.splice(reaction, 1)[0]?.say ?? "" };
    if (says.nothing && this.#goal.fallbacks.length > 0) return this.#fallBack();
    const asked = questions.filter((each) => !readAnswer(each).says.open);
    // "I did not understand that. Which day would you like?" is answered.
    if (says.unhelpful && !says.done && (asked.length === 0 || this.#losesPatience())) return this.#noProgress(dice);
    const correction = this.#contradiction(answer);
    if (correction !== undefined) return { text: correction };
    const answers = asked.map((each) => this.#answer(each, answer, dice));
    if (answers.length > 0) return this.#withMood({ text: [...new Set(answers)].join(" "), isAnswer: true }, dice);
    if (!says.done && this.#isWish && !says.open) {
      const offers = offersIn(answer.text);
      if (offers.length > 0 && !says.nothing) return { text: this.#choose(offers, dice) };
      if (says.nothing) return this.#goOn(dice);
      if (this.#tries < TRIES_MAX) return this.#repeat(dice, "So,");
    }
    return this.#goOn(dice);
  }

  #begin(answer: UnderstoodAnswer | undefined, dice: Dice): Said {
    // Without a behavior, the words are those of the scenario alone.
    const isPlain = Object.keys(this.#options.behavior).length === 0;
    const opening = isPlain ? "" : dice.pick(phrases.OPENINGS[this.#mood]);
    const first = this.#facts.filter(({ tells }) => tells === "at once").map(toldAtOnce);
    if (answer?.says.goodbye && answer.questions.length === 0) return this.#end("Goodbye.");
    const request = this.#nextRequest(dice);
    return { text: [opening, ...first, request ?? "Can you help me?"].filter((each) => each !== "").join(" ") };
  }

  /** The words of the next request, or of the next two. */
  #nextRequest(dice: Dice): string | undefined {
    const request = this.#requests.shift();
    if (!request) {
      this.#request ??= { text: "Can you help me?" };
      return undefined;
    }
    this.#request = request;
    this.#isWish = request.wish !== undefined;
    this.#tries = 1;
    const text = this.#changedMind(this.#paraphrased(request, dice), dice);
    if (!dice.happens(this.#options.behavior.habits?.twoQuestions)) return text;
    const second = this.#requests.shift();
    if (!second) return `${text} ${dice.pick(phrases.SIDE_QUESTIONS)}`;
    // The agent's answer is about both.
    this.#request = { text: `${request.text} And ${lowerFirst(second.text)}` };
    return `${text} And ${lowerFirst(this.#paraphrased(second, dice))}`;
  }

  #paraphrased({ text, wish, question }: CallerRequest, dice: Dice): string {
    if (!dice.happens(this.#options.behavior.habits?.paraphrases)) return text;
    if (wish !== undefined) return asSentence(`${dice.pick(phrases.WISHES)} ${wish}`);
    if (question === undefined) return text;
    const start = dice.pick(phrases.QUESTIONS);
    return `${start} ${question}${start.endsWith("know") || start.startsWith("Please") ? "." : "?"}`;
  }

  /** Another value first, and then the right one. Once in a conversation, if there is a value. */
  #changedMind(text: string, dice: Dice): string {
    if (this.#hasChangedMind || !dice.happens(this.#options.behavior.habits?.changesMind)) return text;
    this.#hasChangedMind = true;
    const { day, time, count } = valuesIn(text);
    for (const value of [day, count, time]) {
      const other = value === undefined ? undefined : otherValue(value, dice.roll());
      if (value === undefined || other === undefined) continue;
      const at = text.lastIndexOf(value);
      if (at === -1) continue;
      return `${text.slice(0, at)}${other}, ${dice.pick(phrases.CORRECTIONS)} ${text.slice(at)}`;
    }
    return this.#isWish ? `${text} ${dice.pick(phrases.SECOND_THOUGHTS)}` : text;
  }

  #goOn(dice: Dice): Said {
    const request = this.#nextRequestIfAny(dice);
    if (request === undefined) return this.#end(dice.pick(phrases.GOODBYES[this.#mood]));
    return this.#withMood({ text: request }, dice);
  }

  #nextRequestIfAny(dice: Dice): string | undefined {
    return this.#requests.length === 0 ? undefined : this.#nextRequest(dice);
  }

  #end(text: string): Said {
    this.#isOver = true;
    return { text, isLast: true };
  }

  #fallBack(): Said {
    const text = this.#goal.fallbacks.shift() ?? "";
    const { day } = valuesIn(text);
    // Later questions are about the new day.
    if (day !== undefined) this.#request = { text };
    return { text };
  }

  /** The same request again, until patience or the tries end. */
  #noProgress(dice: Dice): Said {
    if (this.#losesPatience()) return this.#end(phrases.GIVES_UP[this.#mood]);
    return this.#tries < TRIES_MAX ? this.#repeat(dice, dice.pick(phrases.AGAIN[this.#mood])) : this.#goOn(dice);
  }

  #losesPatience(): boolean {
    this.#unhelpful += 1;
    return this.#unhelpful >= (this.#options.behavior.patience?.unhelpfulAnswers ?? UNHELPFUL_ANSWERS);
  }

  #repeat(dice: Dice, start: string): Said {
    this.#tries += 1;
    const text = this.#request ? this.#paraphrased(this.#request, dice) : "";
    return { text: `${start} ${start.endsWith(",") ? lowerFirst(text) : text}`.trim() };
  }

  /** "No, Thursday!": the agent speaks of other days than the caller does. */
  #contradiction({ text, says }: UnderstoodAnswer): string | undefined {
    const wanted = valuesIn(this.#request?.text ?? "");
    const [own, other] = [weekdaysIn(this.#request?.text ?? ""), weekdaysIn(text)];
    const target = weekdaysIn(wanted.day ?? "")[0];
    if (target === undefined || other.length === 0 || other.includes(target) || says.nothing) return undefined;
    const isAboutTheRequest = says.done || offersIn(text).length > 0 || other.some((day) => own.includes(day));
    if (!isAboutTheRequest || this.#tries >= TRIES_MAX) return undefined;
    this.#tries += 1;
    const day = wanted.day ?? "";
    return this.#mood === "angry" || this.#mood === "hurried" ? `No, ${day}!` : `No, I said ${day}.`;
  }

  #answer(question: string, { text }: UnderstoodAnswer, dice: Dice): string {
    const fact = factFor(question, this.#facts);
    if (fact) return fact.tells === "never" ? dice.pick(phrases.HIDES) : this.#tell(fact, dice);
    const wanted = valuesIn(this.#request?.text ?? "");
    const kinds = kindsOf(question);
    const asked = kinds.filter((kind) => kind === "day" || kind === "time" || kind === "count");
    const values = asked.flatMap((kind) => wanted[kind] ?? []).filter((each, at) => at === 0 || !each.startsWith("in the"));
    const isChoice = / or /.test(question) && !isSaidOf(question);
    const offers = offersIn(text);
    if (!isYesOrNo(question) && offers.length > 1) return this.#choose(offers, dice);
    if (!isChoice && values.length > 0 && !isYesOrNo(question)) return asSentence(values.join(" at "));
    if (isChoice && hasTime(question)) return this.#choose(offersIn(question), dice);
    if (isYesOrNo(question)) return this.#refuses(`${text}`) ? "No, thank you." : dice.pick(phrases.YES);
    if (isChoice) return this.#choose(choicesIn(question), dice);
    if (asked.length > 0) return kinds.includes("day") ? "Any day is fine." : "Any time is fine.";
    return kinds.length > 0 ? dice.pick(phrases.UNKNOWN) : (this.#request?.text ?? dice.pick(phrases.UNKNOWN));
  }

  #refuses(text: string): boolean {
    return this.#goal.refuses.some((words) => words.length > 0 && hasAll(text, words));
  }

  /** The preferred offer, or the first that is not refused. */
  #choose(offers: readonly string[], dice: Dice): string {
    if (this.#goal.choice !== undefined) return asSentence(`${this.#goal.choice}, please`);
    const { time } = valuesIn(this.#request?.text ?? "");
    const isWanted = (offer: string) => offer.toLowerCase() === time?.toLowerCase();
    const chosen = offers.find(isWanted) ?? offers.find((offer) => !this.#refuses(offer));
    if (chosen === undefined) return "No, thank you.";
    return dice.happens(0.5) ? `${asSentence(chosen).slice(0, -1)}, please.` : `I'll take ${chosen}.`;
  }

  #tell(fact: CallerFact, dice: Dice): string {
    const isParaphrased = !isName(fact) && dice.happens(this.#options.behavior.habits?.paraphrases);
    return isParaphrased ? `It's ${fact.value}.` : told(fact);
  }

  #withMood(said: Said, dice: Dice): Said {
    const isLoud = this.#mood === "angry" && dice.happens(0.3);
    return isLoud ? { ...said, text: `${said.text} And hurry up!` } : said;
  }
}

const isName = ({ name }: CallerFact): boolean => kindsOf(name)[0] === "name";

const told = (fact: CallerFact): string => (isName(fact) ? `My name is ${fact.value}.` : asSentence(fact.value));

const toldAtOnce = (fact: CallerFact): string => (isName(fact) ? told(fact) : `My ${lowerFirst(fact.name)} is ${fact.value}.`);

/** After a detour, the agent's new question is answered in place of the one before. */
const asksAnything = (answer = ""): boolean => readAnswer(answer).questions.some((each) => !readAnswer(each).says.open);

const hasAll = (text: string, words: readonly string[]): boolean => {
  const lower = text.toLowerCase();
  return words.length > 0 && words.every((word) => lower.includes(word));
};

/** "yes or no" is no choice. */
const isSaidOf = (question: string): boolean => /\byes or no\b/i.test(question);

/** "Which size would you like: small, medium or large?" */
function choicesIn(question: string): string[] {
  const listed = question.replace(/^.*[:—]\s*/, "").replace(/[?.!]+$/, "");
  const parts = listed.split(/,\s*|\s+or\s+/).map((part) => part.trim());
  return parts.map((part) => part.replace(/^(?:would you like|do you want|is it|or)\s+/i, "")).filter((part) => part !== "");
}
