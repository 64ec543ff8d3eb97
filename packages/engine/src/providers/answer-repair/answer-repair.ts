import type { ModelRepair } from "@callwright/contract";
import type { ModelPart } from "../../model/language-model.ts";
import { type BlockEnd, BracketEnd, MarkedEnd } from "./block-end.ts";
import { labelAt } from "./labels.ts";
import { MARKER_BEGINS, type Marker, markerAt } from "./markers.ts";
import { Repetition } from "./repetition.ts";
import { seemsThought, THOUGHTS_BORDER } from "./thoughts.ts";
import { bareCallAt, readWrittenCalls, type WrittenCall } from "./written-calls.ts";

export interface AnswerRepairOptions {
  /** Names of the tools that the model may call. */
  tools: readonly string[];
  /** The assistant's names, in lower case. */
  ownNames: readonly string[];
  /** The model's chat template opens its thoughts, so only their end is written: words wait for it. */
  beginsWithThoughts: boolean;
  newId: () => string;
}

type BlockMarker = Extract<Marker, { close: readonly string[] }>;
interface Block {
  marker: BlockMarker;
  end: BlockEnd;
  opening: string;
  text: string;
  /** The tool of arguments whose call named it earlier. */
  tool?: string;
}

const blockOf = (marker: BlockMarker, opening = "", tool?: string): Block => ({
  marker,
  opening,
  text: "",
  end: marker.close.length === 0 ? new BracketEnd() : new MarkedEnd(marker.close),
  ...(tool !== undefined && { tool }),
});

/** Characters of a written call, at most. A longer one ends the answer. */
const CALL_MAX_CHARACTERS = 64 * 1024;
const CLOSE_MAX_CHARACTERS = 40;
/** Limit of held thoughts without a beginning: after longer ones, the words are not worth the wait. */
const HELD_MAX_CHARACTERS = 64 * 1024;
const HEADER_MAX_CHARACTERS = 1_000;
const SPACE_MAX_CHARACTERS = 100;

/**
 * Reads the text of one answer as it comes, and keeps what is said: calls of tools that are written as text become calls; thoughts, tokens of chat
 * templates, invented turns of the caller and the assistant's own name before its words are dropped; a sentence for the third time ends the answer.
 *
 * ```
 *   start ── begins like thoughts ──▶ held ── </think> ──▶ dropped ─▶ words
 *     │                                 └── end of the answer ──────▶ words
 *     ▼
 *   words ── marker ──▶ block (thoughts, call, fence) ── its end ──▶ words
 *     └── another turn begins, or a third time ──▶ over
 * ```
 * Words are said at once. Held back are: the beginning of what may be a marker or a label, until the next characters decide; a fenced block and
 * JSON that may be calls, while there are tools; line breaks, until words follow.
 */
export class AnswerRepair {
  /** The rest of the answer is ignored. */
  isOver = false;
  /** The end of thoughts came without their beginning. */
  hasLoneEnd = false;
  /** Words waited for the end of thoughts, and none came. */
  waitedInVain = false;

  readonly #options: AnswerRepairOptions;
  readonly #repetition = new Repetition();
  #state: "start" | "held" | "words" = "start";
  #isHeldByName = false;
  #searched = 0;
  #buffer = "";
  #block: Block | undefined;
  #isHeader = false;
  #isLineStart = true;
  #expectsRole = false;
  #isAfterLabel = false;
  #space = "";
  /** The end of the spoken text. */
  #said = "";
  #hasCalled = false;
  #parts: ModelPart[] = [];

  constructor(options: AnswerRepairOptions) {
    this.#options = options;
  }

  add(text: string): ModelPart[] {
    if (!this.isOver) this.#buffer += text;
    this.#read(false);
    return this.#take();
  }

  /** The provider itself separates thoughts from words. */
  tellsThoughtsApart(): ModelPart[] {
    this.#state = "words";
    this.#read(false);
    return this.#take();
  }

  /** The model calls a tool through the protocol: its words before are complete. */
  beforeCall(): ModelPart[] {
    if (this.#state === "held" && !this.#isHeldByName) this.#buffer = "";
    const parts = this.end();
    this.#state = "words";
    return parts;
  }

  end(): ModelPart[] {
    this.#read(true);
    if (this.#block) this.#endBlock(this.#block, "");
    this.#read(true);
    this.#send(this.#repetition.end());
    this.#endRepetition();
    return this.#take();
  }

  #take(): ModelPart[] {
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }

  #read(isEnd: boolean): void {
    while (this.#buffer !== "" && !this.isOver && this.#step(isEnd));
  }

  /** Reads one piece of the buffer. False: more text is needed. */
  #step(isEnd: boolean): boolean {
    if (this.#state === "start") return this.#readStart(isEnd);
    if (this.#state === "held") return this.#readHeld(isEnd);
    if (this.#block) return this.#readBlock(this.#block, isEnd);
    if (this.#isHeader) return this.#readHeader(isEnd);
    if (this.#expectsRole) return this.#readRole(isEnd);
    if (this.#isAfterLabel) return this.#readAfterLabel();
    return (this.#isLineStart ? this.#readLineStart(isEnd) : undefined) ?? this.#readWords(isEnd);
  }

  // Thoughts without a written beginning

  #readStart(isEnd: boolean): boolean {
    const text = this.#buffer.slice(0, SPACE_MAX_CHARACTERS).trimStart();
    const isMarked = MARKER_BEGINS.test(text.slice(0, 1));
    const seems = isMarked ? false : seemsThought(text);
    if (seems === "open" && !isEnd && this.#buffer.length < SPACE_MAX_CHARACTERS) return false;
    this.#isHeldByName = this.#options.beginsWithThoughts && !isMarked;
    this.#state = seems === true || this.#isHeldByName ? "held" : "words";
    return true;
  }

  #readHeld(isEnd: boolean): boolean {
    THOUGHTS_BORDER.lastIndex = Math.max(0, this.#searched - CLOSE_MAX_CHARACTERS);
    const border = THOUGHTS_BORDER.exec(this.#buffer);
    if (!border && this.#buffer.length > HELD_MAX_CHARACTERS) this.#cut(this.#buffer.length - CLOSE_MAX_CHARACTERS);
    this.#searched = this.#buffer.length;
    if (!border && !isEnd) return false;
    this.#state = "words";
    if (border?.groups?.end !== undefined) {
      this.hasLoneEnd = true;
      this.#buffer = this.#buffer.slice(border.index + border[0].length);
    } else this.waitedInVain = this.#isHeldByName && !border;
    return true;
  }

  // Words

  /** Undefined: the line begins with plain words. */
  #readLineStart(isEnd: boolean): boolean | undefined {
    // Separators between calls.
    if (this.#hasCalled) this.#buffer = this.#buffer.replace(/^[\s;,]+/, "");
    if (this.#buffer === "") return true;
    const call = this.#mayCall ? bareCallAt(this.#buffer, this.#options.tools) : undefined;
    const label = labelAt(this.#buffer, this.#options.ownNames, this.#said);
    if ((call === "open" || label === "open") && !isEnd) return false;
    if (call === true) this.#block = blockOf({ kind: "fence", close: [] });
    else if (typeof label === "object" && label.of === "callers") this.#endTurn("The model went on with words of the caller.");
    else if (typeof label === "object") {
      this.#cut(label.length);
      this.#isLineStart = false;
      this.#isAfterLabel = true;
    } else return undefined;
    return true;
  }

  /** The rest of `**Riley:** `. */
  #readAfterLabel(): boolean {
    this.#buffer = this.#buffer.replace(/^[*_ ]+/, "");
    this.#isAfterLabel = this.#buffer === "";
    return true;
  }

  #readWords(isEnd: boolean): boolean {
    const at = this.#buffer.search(/[<[`◁\n]/);
    if (at !== 0) {
      this.#say(this.#cut(at < 0 ? this.#buffer.length : at));
      return true;
    }
    if (this.#buffer.startsWith("\n")) {
      this.#say(this.#cut(1));
      this.#isLineStart = true;
      return true;
    }
    const found = markerAt(this.#buffer, this.#mayCall);
    if (found === "open" && !isEnd) return false;
    if (found === undefined || found === "open") this.#say(this.#cut(1));
    else this.#begin(found.marker, this.#cut(found.length));
    return true;
  }

  #begin(marker: Marker, opening: string): void {
    if (opening === "</s>" && this.#said.includes("<s>")) this.#say(opening);
    else if ("close" in marker) this.#block = blockOf(marker, opening);
    else if (marker.kind === "header") this.#isHeader = true;
    else if (marker.kind === "turn") {
      // Before the first word, a template's beginning of this answer.
      if (this.#said !== "" || this.#hasCalled) this.isOver = true;
      this.#expectsRole = true;
    } else if (marker.kind === "thoughts-end" && this.#said !== "") {
      this.hasLoneEnd = true;
      this.#repaired(
        "thoughts-spoken",
        "The model's thoughts were said, because only their end is marked. It is known from now on.",
      );
    }
  }

  /** The name of a role, which follows a template's token. */
  #readRole(isEnd: boolean): boolean {
    const head = this.#buffer.slice(0, SPACE_MAX_CHARACTERS);
    const text = head.trimStart().toLowerCase();
    const isOpen = ["assistant", "model", "user"].some((role) => role.startsWith(text));
    if (isOpen && !isEnd && head.length < SPACE_MAX_CHARACTERS) return false;
    const [role = ""] = /^(?:assistant|model|user)\b/.exec(text) ?? [];
    this.#expectsRole = false;
    if (role === "user") this.#endTurn("The model answered with words of the caller.");
    this.#cut(head.length - text.length + role.length);
    this.#isLineStart = true;
    return true;
  }

  /** gpt-oss: `<|start|>assistant<|channel|>analysis<|message|>`. */
  #readHeader(isEnd: boolean): boolean {
    const end = this.#buffer.indexOf("<|message|>");
    if (end < 0 && !isEnd && this.#buffer.length < HEADER_MAX_CHARACTERS) return false;
    const header = this.#cut(end < 0 ? this.#buffer.length : end);
    this.#cut("<|message|>".length);
    this.#isHeader = false;
    const [, tool] = /to=(?:functions\.)?([\w.-]+)/.exec(header) ?? [];
    const isAnalysis = /analysis/.test(header);
    const close = ["<|end|>", "<|call|>", "<|return|>"];
    if (tool !== undefined) this.#block = blockOf({ kind: "call", close }, "", tool);
    else if (isAnalysis) this.#block = blockOf({ kind: "thoughts", close });
    else if (/^\s*user/.test(header)) this.#endTurn("The model went on with words of the caller.");
    return true;
  }

  // Blocks

  #readBlock(block: Block, isEnd: boolean): boolean {
    const end = block.end.find(this.#buffer);
    if (end) {
      block.text += this.#cut(end.at);
      this.#cut(end.length);
      this.#endBlock(block, end.close);
      return true;
    }
    // The end of the block may have begun.
    const known = this.#cut(isEnd ? this.#buffer.length : Math.max(0, this.#buffer.length - block.end.overlap));
    block.end.passed(known);
    if (block.marker.kind !== "thoughts") block.text += known;
    if (block.text.length > CALL_MAX_CHARACTERS && !isEnd) this.#endBlock(block, "");
    return this.#block === undefined;
  }

  #endBlock({ marker, opening, text, tool }: Block, close: string): void {
    this.#block = undefined;
    if (marker.kind === "thoughts") return;
    const written = marker.kind === "call" && marker.keepsOpening ? opening + text + close : text;
    const calls =
      tool === undefined
        ? readWrittenCalls(written, written === text ? opening : "")
        : [{ name: tool, arguments: text.trim() || "{}" }];
    const isKnown = calls?.some(({ name }) => this.#options.tools.includes(name)) ?? false;
    if (marker.kind === "fence" && !isKnown && !/"(?:arguments|parameters)"\s*:/.test(text)) this.#say(opening + text + close);
    else if (calls) for (const call of calls) this.#call(call);
    else this.#repaired("call-dropped", "The model wrote a tool call that is not understood. It was dropped.");
    this.#isLineStart = true;
  }

  #call(call: WrittenCall): void {
    this.#hasCalled = true;
    const { tools } = this.#options;
    // Nothing is spoken: the conversation tells the model that the tool does not exist.
    const isTold = tools.length > 0 && this.#said === "";
    if (tools.includes(call.name) || isTold) this.#parts.push({ type: "tool-call", id: this.#options.newId(), ...call });
    else
      this.#repaired(
        "call-dropped",
        `The model wrote a call of '${call.name.slice(0, 64)}', which is no tool of the assistant. It was dropped.`,
      );
  }

  // Spoken text

  #say(text: string): void {
    // The model cannot know the tool's answer yet.
    if (this.#hasCalled) return;
    const all = this.#said === "" ? (this.#space + text).trimStart() : this.#space + text;
    const words = all.trimEnd();
    const space = all.slice(words.length);
    const waits = space.includes("\n");
    this.#space = waits ? space.slice(0, SPACE_MAX_CHARACTERS) : "";
    if (words !== "") this.#isLineStart = false;
    if (words !== "" || !waits) this.#send(this.#repetition.add(waits ? words : all));
    this.#endRepetition();
  }

  #endRepetition(): void {
    if (!this.#repetition.isOver || this.isOver) return;
    this.#repaired("repetition", "The model said the same for the third time. The answer was ended there.");
    this.isOver = true;
  }

  #send(text: string): void {
    if (text === "") return;
    this.#said = (this.#said + text).slice(-80);
    this.#parts.push({ type: "text", text });
  }

  #endTurn(message: string): void {
    this.#repaired("invented-turn", `${message} The answer was ended there.`);
    this.isOver = true;
  }

  #repaired(what: ModelRepair, message: string): void {
    this.#parts.push({ type: "repaired", what, message });
  }

  get #mayCall(): boolean {
    return this.#options.tools.length > 0;
  }

  #cut(length: number): string {
    const text = this.#buffer.slice(0, length);
    this.#buffer = this.#buffer.slice(length);
    return text;
  }
}
