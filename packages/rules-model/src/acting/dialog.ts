import type { HistoryItem, ToolItem } from "@callwright/contract";
import { type Heard, hear } from "../spoken/heard.ts";
import { readEmail } from "../spoken/spoken-contact.ts";
import { isQuestion, readName } from "../spoken/spoken-name.ts";
import { actionOf } from "./action.ts";
import { type Choice, chooseTool } from "./choose-tool.ts";
import type { Parameter } from "./parameter.ts";
import { question } from "./question.ts";
import { inReadingOrder, partOfName, readParameter, type Surroundings } from "./read-parameter.ts";
import { isRecord, readJson, wordsOfName } from "./schema.ts";
import type { ToolWords } from "./tool-words.ts";

/** The dialog's reaction to the caller's words. */
export type Move =
  | { type: "call"; tool: ToolWords; arguments: Record<string, unknown> }
  | { type: "ask"; text: string }
  | { type: "drop"; text: string }
  /** No tool is meant. `open`: the question that is still open. */
  | { type: "none"; open?: string };

/** A tool that waits for its values. */
interface Pending {
  tool: ToolWords;
  values: ReadonlyMap<Parameter, unknown>;
  asked: Parameter | undefined;
  /** How often the answer to `asked` was not understood. */
  tries: number;
}

/** A caller's turn: the words, and the resulting tool calls. */
interface CallerTurn {
  said: string;
  calls: readonly ToolItem[];
}

/** Earlier turns do not affect the current question. */
const TURNS_MAX = 12;
const TRIES_MAX = 3;
const SAID_MAX_CHARACTERS = 1_000;
const LEAVES_IT =
  /^(?:(?:no|oh|actually|sorry|okay|ok|please|well|um|uh)[\s,.]+)*(?:never ?mind|forget (?:it|that|about it)|leave it|stop(?: it)?|cancel(?: (?:that|it))?|i (?:have )?changed my mind|don't (?:do|book|order) (?:it|that)|not now|nothing)\b/i;
const CANNOT_SAY = /\b(?:don'?t|do not|can'?t|cannot) (?:know|have|remember|recall|find|say)\b|\bno idea\b|\bnot sure\b/i;
const SAYS_NO = /^(?:no|nope|no thanks|no thank you)[\s.!]*$/i;
const ASSENTS = /^(?:yes|yeah|yep|ok|okay|alright|sure|right|fine|please|hello|hi|thanks|thank you|um|uh|hm+)[\s.!,]*$/i;
const AGAIN = /\b(?:try|do) (?:it |that )?(?:once more|again)\b|\bretry\b|\bonce more\b/i;
const AND_ALSO = /^(?:and|or|what about|how about|and what about)\b/i;
const IN_THE_EVENING = /\b(?:dinner|table|restaurant|tonight|evening|show|movie|concert|party|club)\b/i;
/** Tools that search, and can be called for "and on friday?". */
const LOOKS_UP =
  /^(?:get|check|find|look ?up|search|list|fetch|show|read|query|calculate|convert)|(?:lookup|availability|status|weather|search)/i;

/**
 * The reaction of the tools to the last words. It replays the last turns, because the questions and values are in the history, and the model stores
 * nothing. `fits`: whether a tool fits better than other answers. `begun`: the tool that the assistant had asked about before the first of these
 * turns.
 */
export function nextMove(
  history: readonly HistoryItem[],
  tools: readonly ToolWords[],
  surroundings: Surroundings,
  fits: (choice: Choice, said: string) => boolean,
  begun?: ToolWords,
): Move {
  const turns = turnsOf(history).slice(-TURNS_MAX);
  const dialog = new Dialog(tools, surroundings, history, fits);
  if (begun) dialog.begin(begun);
  let move: Move = { type: "none" };
  for (const { said, calls } of turns) {
    move = dialog.hear(said);
    for (const item of calls) dialog.called(item);
  }
  return move;
}

function turnsOf(history: readonly HistoryItem[]): CallerTurn[] {
  const turns: { said: string; calls: ToolItem[] }[] = [];
  for (const item of history) {
    if (item.type === "user") turns.push({ said: item.text.trim().slice(0, SAID_MAX_CHARACTERS), calls: [] });
    else if (item.type === "tool") turns.at(-1)?.calls.push(item);
  }
  return turns;
}

/**
 * ```
 *   idle ── a tool fits ──▶ pending ── a value is missing ──▶ asked ──┐
 *     ▲                        ▲                                │     │ value, other value
 *     │ dropped, called        └────────────────────────────────┴─────┘
 *     └──────────────────────────────────────────────────────────────── all values: called
 * ```
 */
class Dialog {
  readonly #tools: readonly ToolWords[];
  readonly #surroundings: Surroundings;
  readonly #history: readonly HistoryItem[];
  readonly #fits: (choice: Choice, said: string) => boolean;
  /** Facts about the callers themselves, by kind, and other lasting values, by name. */
  readonly #known = new Map<string, unknown>();
  #pending: Pending | undefined;
  /** The last call, which may be repeated or asked about again. */
  #last: ToolItem | undefined;

  constructor(
    tools: readonly ToolWords[],
    surroundings: Surroundings,
    history: readonly HistoryItem[],
    fits: (choice: Choice, said: string) => boolean,
  ) {
    this.#tools = tools;
    this.#surroundings = surroundings;
    this.#history = history;
    this.#fits = fits;
  }

  /** The assistant has asked for the first value of a tool. */
  begin(tool: ToolWords): void {
    const asked = tool.parameters.find(({ isRequired }) => isRequired) ?? tool.parameters[0];
    this.#pending = { tool, values: new Map(), asked, tries: 0 };
  }

  /** A tool was called in the turn of the last words. */
  called(item: ToolItem): void {
    if (this.#pending?.tool.tool.name === item.call.name) this.#pending = undefined;
    this.#last = item;
    for (const [name, value] of Object.entries(item.call.arguments)) this.#known.set(name, value);
  }

  hear(said: string): Move {
    const heard = hear(said);
    this.#remember(heard);
    const move = this.#pending ? this.#goOn(this.#pending, heard) : this.#begin(heard);
    if (move.type === "drop") this.#pending = undefined;
    return move;
  }

  #remember(heard: Heard): void {
    const name = readName(heard, false);
    const email = readEmail(heard);
    if (name) this.#known.set(" person", name.value);
    if (email) this.#known.set(" email", email.value);
  }

  #begin(heard: Heard): Move {
    const choice = chooseTool(this.#tools, heard.said);
    if (choice && this.#fits(choice, heard.said))
      return this.#fill({ tool: choice.chosen, values: new Map(), asked: undefined, tries: 0 }, heard);
    return this.#resume(heard) ?? { type: "none" };
  }

  /** "Try again", "and on friday?", and another value after a failure. */
  #resume(heard: Heard): Move | undefined {
    const last = this.#last;
    const tool = last && this.#tools.find((each) => each.tool.name === last.call.name);
    if (!last || !tool) return undefined;
    const failed = last.answer?.failed ?? false;
    const before = new Map(
      tool.parameters
        .map((each) => [each, valueAt(last.call.arguments, each.path)] as const)
        .filter(([, value]) => value !== undefined),
    );
    const pending: Pending = { tool, values: before, asked: undefined, tries: 0 };
    if (failed && AGAIN.test(heard.said)) return this.#fill(pending, { ...heard, words: "" });
    if (!failed && !(LOOKS_UP.test(tool.tool.name) && AND_ALSO.test(heard.said))) return undefined;
    const values = this.#read(pending, heard);
    const isChanged = [...values].some(([each, value]) => before.get(each) !== value);
    return isChanged ? this.#fill({ ...pending, values }, { ...heard, words: "" }) : undefined;
  }

  #goOn(pending: Pending, heard: Heard): Move {
    const { said } = heard;
    const { asked, tool, tries } = pending;
    if (LEAVES_IT.test(said) || (SAYS_NO.test(said) && asked?.kind !== "boolean"))
      return { type: "drop", text: "Alright, I leave it. How else can I help you?" };
    const other = chooseTool(this.#tools, said);
    if (other && other.chosen !== tool && other.isRequest && this.#fits(other, said)) {
      this.#pending = undefined;
      return this.#begin(heard);
    }
    if (CANNOT_SAY.test(said) && asked !== undefined && asked.kind !== "text")
      return { type: "drop", text: `Without it I cannot ${actionOf(tool.tool.name)}. How else can I help you?` };
    const values = this.#read(pending, heard);
    const isNew = [...values].some(([each, value]) => pending.values.get(each) !== value);
    if (isNew || asked === undefined)
      return this.#fill({ ...pending, values, asked: undefined, tries: 0 }, { ...heard, words: "" });
    const open = question(asked);
    if (isQuestion(said)) return { type: "none", open };
    if (ASSENTS.test(said)) return { type: "ask", text: open };
    if (tries + 1 >= TRIES_MAX)
      return {
        type: "drop",
        text: `I'm sorry, I did not understand that, so I cannot ${actionOf(tool.tool.name)} now. How else can I help you?`,
      };
    this.#pending = { ...pending, tries: tries + 1 };
    return { type: "ask", text: `I'm sorry, I did not understand that. ${open}` };
  }

  /** Reads values from the caller's words, and asks for missing ones. */
  #fill(pending: Pending, heard: Heard): Move {
    const { tool } = pending;
    const values = this.#withKnown(tool, this.#read(pending, heard));
    const missing = tool.parameters.find(
      (each) => each.isRequired && !values.has(each) && !each.allowsNull && each.fallback === undefined,
    );
    // The history of the next agent does not show the call that handed over.
    const isDone = !missing && tool.tool.handsOver !== undefined;
    this.#pending = isDone ? undefined : { tool, values, asked: missing, tries: 0 };
    return missing
      ? { type: "ask", text: question(missing) }
      : { type: "call", tool, arguments: { ...toArguments(tool, values), ...tool.given } };
  }

  /** The values so far, with those in the caller's words. If free text was requested, all of the words are its value. */
  #read({ tool, values, asked }: Pending, heard: Heard): Map<Parameter, unknown> {
    const read = new Map(values);
    const { parameters } = tool;
    const isEvening = IN_THE_EVENING.test(`${tool.tool.name.replace(/_/g, " ")} ${tool.tool.description} ${heard.said}`);
    const isOnlyNumber = asked === undefined && parameters.filter(({ kind }) => kind === "number").length === 1;
    let rest = heard;
    for (const parameter of asked && FREE.has(asked.kind) ? [asked] : inReadingOrder(parameters, asked)) {
      const isAsked = parameter === asked;
      const isSaidWithRequest = asked === undefined && (parameter.kind === "text" || parameter.isRequired);
      if (rest.words === "" || (FREE.has(parameter.kind) && !isAsked && !isSaidWithRequest)) continue;
      const found = readParameter(parameter, rest, { ...this.#surroundings, isEvening, isOnlyNumber, isAsked });
      if (!found) continue;
      read.set(parameter, found.value);
      rest = found.rest;
    }
    return read;
  }

  /** Fills in values from before: names and addresses of the caller, and numbers from results of tools. */
  #withKnown(tool: ToolWords, values: ReadonlyMap<Parameter, unknown>): Map<Parameter, unknown> {
    const filled = new Map(values);
    for (const each of tool.parameters) {
      if (filled.has(each) || !LASTING.has(each.kind)) continue;
      const known = this.#knownFor(each);
      if (known !== undefined && typeof known !== "object") filled.set(each, known);
    }
    return filled;
  }

  #knownFor({ kind, words, path }: Parameter): unknown {
    const name = path.at(-1) ?? "";
    const said = this.#known.get(` ${kind}`);
    if (kind === "person" && typeof said === "string") return partOfName(words, said);
    if (said !== undefined || kind !== "code") return said ?? this.#known.get(name);
    // An "id" alone may belong to anything.
    return words.includes(" ") ? (this.#known.get(name) ?? idInResults(this.#history, name)) : undefined;
  }
}

/** Kinds without a form of their own: any words could be one. */
const FREE = new Set(["text", "question", "list"]);

/** Kinds whose value is the same for the next tool. */
const LASTING = new Set(["person", "email", "phone", "code"]);

function toArguments({ parameters }: ToolWords, values: ReadonlyMap<Parameter, unknown>): Record<string, unknown> {
  const built: Record<string, unknown> = {};
  for (const parameter of parameters) {
    const value =
      values.get(parameter) ?? parameter.fallback ?? (parameter.isRequired && parameter.allowsNull ? null : undefined);
    if (value !== undefined) put(built, parameter.path, value);
  }
  return built;
}

function put(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = "", ...inner] = path;
  if (inner.length === 0) {
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
    return;
  }
  const existing = Object.hasOwn(target, name) ? target[name] : undefined;
  const object = typeof existing === "object" && existing !== null ? (existing as Record<string, unknown>) : {};
  put(object, inner, value);
  put(target, [name], object);
}

function valueAt(given: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    given,
  );
}

const RESULTS_MAX = 10;

/** The value of this name in the latest JSON result of a tool: the `customerId` that a search has found. */
function idInResults(history: readonly HistoryItem[], name: string): unknown {
  const results = history
    .flatMap((item) => (item.type === "tool" && item.answer && !item.answer.failed ? [item.answer.result] : []))
    .slice(-RESULTS_MAX);
  for (const result of results.reverse()) {
    const found = valueNamed(readJson(result), wordsOfName(name), 3);
    if (found !== undefined) return found;
  }
  return undefined;
}

function valueNamed(value: unknown, words: string, depth: number): unknown {
  if (depth === 0 || !isRecord(value)) return undefined;
  for (const [field, each] of Object.entries(value))
    if (wordsOfName(field) === words && (typeof each === "string" || typeof each === "number")) return each;
  return Object.values(value)
    .map((each) => valueNamed(each, words, depth - 1))
    .find((found) => found !== undefined);
}
