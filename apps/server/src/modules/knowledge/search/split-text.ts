/** A piece of a text that a search can find. */
export interface Passage {
  /** From 1, where the text has pages. */
  page: number | undefined;
  /** The headings above it, from the outermost; empty where there is none. */
  heading: string;
  text: string;
}

/** Between the pages of a text. */
export const PAGE_BREAK = "\f";

/** A passage ends before the sentence that would exceed this. */
const PASSAGE_MAX_CHARACTERS = 900;
/** A passage of this length ends with its paragraph. */
const PASSAGE_ENOUGH_CHARACTERS = 400;
const HEADING_MAX_CHARACTERS = 80;
const PATH_MAX_CHARACTERS = 300;
const PATH_SEPARATOR = " › ";

const MARKDOWN_HEADING = /^(#{1,6})[ \t]+(\S.*)$/;
/** `2.1 Returns`. A single number is more often an entry of a list. */
const NUMBERED_HEADING = /^(\d{1,3}(?:\.\d{1,3})+)\.?[ \t]+\p{Lu}/u;
/** A sentence goes on in the next line, as in texts that were written for paper. */
const WRAPPED_LINE = /(?<=[\p{L}\p{N},;)])[ \t]*\n[ \t]*(?=[\p{Ll}(])/gu;
const LONG_PIECES = new RegExp(`[^]{1,${PASSAGE_MAX_CHARACTERS}}(?=\\s|$)|[^]{1,${PASSAGE_MAX_CHARACTERS}}`, "gu");

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** Splits a text by its pages, headings, paragraphs and sentences. All words are kept; white space is not. */
export function* splitText(text: string, { hasPages }: { hasPages: boolean }): Generator<Passage> {
  const outline = new Outline();
  const pages = hasPages ? text.split(PAGE_BREAK) : [text.replaceAll(PAGE_BREAK, "\n")];
  for (const [index, content] of pages.entries()) {
    const page = hasPages ? index + 1 : undefined;
    for (const { heading, body } of sectionsOf(content, outline)) {
      for (const passage of passagesOf(body)) yield { page, heading, text: passage };
    }
  }
  if (outline.bare !== undefined) yield { page: hasPages ? pages.length : undefined, heading: "", text: outline.bare };
}

/** The headings above the line that is read. */
class Outline {
  #headings: { level: number; title: string }[] = [];
  /** The innermost heading that no text has followed yet. */
  bare: string | undefined;

  get path(): string {
    const path = this.#headings.map(({ title }) => title).join(PATH_SEPARATOR);
    return path.slice(-PATH_MAX_CHARACTERS);
  }

  /** Returns the heading directly before this one, unless this one is part of it. */
  enter(level: number, title: string): string | undefined {
    const last = this.#headings.at(-1);
    const left = last && last.level >= level ? this.bare : undefined;
    this.#headings = [...this.#headings.filter((each) => each.level < level), { level, title }];
    this.bare = title;
    return left;
  }
}

function* sectionsOf(content: string, outline: Outline): Generator<{ heading: string; body: string }> {
  const lines = content.replaceAll("\r\n", "\n").split(/[\n\r]/);
  let body: string[] = [];
  for (const [index, line] of lines.entries()) {
    const heading = headingOf(lines, index);
    if (!heading) {
      body.push(line);
      if (line.trim() !== "") outline.bare = undefined;
      continue;
    }
    yield { heading: outline.path, body: body.join("\n") };
    body = [];
    const bare = outline.enter(heading.level, heading.title);
    if (bare !== undefined) yield { heading: "", body: bare };
  }
  yield { heading: outline.path, body: body.join("\n") };
}

function headingOf(lines: readonly string[], index: number): { level: number; title: string } | undefined {
  const line = lines[index]?.trim() ?? "";
  const [, marks = "", marked = ""] = MARKDOWN_HEADING.exec(line) ?? [];
  if (marks !== "") return { level: marks.length, title: marked.replace(/[ \t]+#+$/, "") };
  if (line.length > HEADING_MAX_CHARACTERS || /[.!?;:,]$/.test(line)) return undefined;
  const [, numbers = ""] = NUMBERED_HEADING.exec(line) ?? [];
  if (numbers !== "") return { level: numbers.split(".").length, title: line };
  const isAlone = [index - 1, index + 1].every((near) => (lines[near] ?? "").trim() === "");
  const isCapitals = line.length > 3 && /^[\p{Lu}\p{N}\s'’&/-]+$/u.test(line) && /\p{Lu}{3}/u.test(line);
  return isAlone && isCapitals ? { level: 1, title: line } : undefined;
}

function* passagesOf(body: string): Generator<string> {
  let passage = "";
  for (const paragraph of body.split(/\n[ \t]*\n/)) {
    if (passage.length >= PASSAGE_ENOUGH_CHARACTERS) {
      yield passage.trim();
      passage = "";
    }
    for (const piece of piecesOf(paragraph.replace(WRAPPED_LINE, " "))) {
      if (passage !== "" && passage.length + piece.length > PASSAGE_MAX_CHARACTERS) {
        yield passage.trim();
        passage = "";
      }
      passage += piece;
    }
    if (passage.trim() === "") passage = "";
    else passage = `${passage.trimEnd()}\n\n`;
  }
  if (passage.trim() !== "") yield passage.trim();
}

/** Sentences; those that are too long for a passage in pieces. */
function* piecesOf(paragraph: string): Generator<string> {
  for (const { segment } of sentences.segment(paragraph)) {
    if (segment.length <= PASSAGE_MAX_CHARACTERS) yield segment;
    else yield* segment.match(LONG_PIECES) ?? [];
  }
}

const words = (text: string) => new Set(text.split(" "));
const ENGLISH = words("the and of to with for that this are you your be not from will");
const FOREIGN = words(
  "der das und ist nicht mit ein eine für auf von le la les des et est une pour dans que el los las por il che di della non os em não het een niet och att som",
);
/** This much of a text shows its language. */
const SAMPLE_CHARACTERS = 20_000;

/** How the words of a text are reduced to stems: `simple` is for other languages than English. */
export function languageOf(text: string): "english" | "simple" {
  let balance = 0;
  for (const word of text
    .slice(0, SAMPLE_CHARACTERS)
    .toLowerCase()
    .match(/\p{L}+/gu) ?? []) {
    if (ENGLISH.has(word)) balance++;
    else if (FOREIGN.has(word)) balance--;
  }
  return balance < 0 ? "simple" : "english";
}
