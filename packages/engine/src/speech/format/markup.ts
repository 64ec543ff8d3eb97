/** Formatters that need no language: they turn visual markup into text that a voice can read. */

/**
 * Headings, lists, tables, rules, code, links and emphasis of Markdown, HTML and its entities, formulas of LaTeX, and emoji. The words stay. No
 * expression reads on past the next sign of its kind, so that a text takes as long as it is.
 */
export const markdown = (text: string): string => withoutEmoji(characters(emphasized(formulas(tables(tags(text))))));

/** HTML tags. Text between other angle brackets is not a tag: "a < b". */
const TAG =
  /<\/?(?:a|b|big|blockquote|body|br|caption|center|code|dd|del|div|dl|dt|em|font|h[1-6]|head|hr|html|i|img|ins|kbd|li|mark|ol|p|pre|q|s|small|span|strike|strong|sub|sup|table|tbody|td|tfoot|th|thead|title|tr|u|ul)(?:\s[^<>=]*=[^<>]*|\s*\/?)>/gi;

const tags = (text: string): string =>
  text
    .replace(/<!--[^<>]*-->/g, "")
    .replace(/<br\s*\/?>|<\/(?:p|div|li|tr|h[1-6])>/gi, "\n")
    .replace(TAG, "");

/** A row is a sentence of its cells. The line under the head of a table, and lines that part sections, are left out. */
const tables = (text: string): string =>
  text
    .replace(/^[ \t]*(?:[-=_*][ \t]*){3,}$/gm, "")
    // Matches a class of signs first and checks for the "-" afterwards: an expression with the "-" itself would try every sign.
    .replace(/^[ \t]*[|:-][|: \t-]*$/gm, (line) => (line.includes("-") ? "" : line))
    .replace(/^[ \t]*\|(.*\|.*)$/gm, (_row, cells: string) => sentence(cells.split("|")))
    .replace(/ \| /g, ", ")
    // Of a table row that was cut in two.
    .replace(/^\|[ \t]*|\|[ \t]*$/gm, "");

function sentence(cells: readonly string[]): string {
  const words = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  const text = words.join(", ");
  return text === "" || /[.!?:;,…]$/.test(text) ? text : `${text}.`;
}

/** Signs for commands of LaTeX. Other commands lose their backslash. */
const SIGNS: Readonly<Record<string, string>> = {
  times: "×",
  cdot: "×",
  div: "÷",
  pm: "±",
  approx: "≈",
  neq: "≠",
  ne: "≠",
  leq: "≤",
  le: "≤",
  geq: "≥",
  ge: "≥",
  degree: "°",
  circ: "°",
  infty: "∞",
  to: "→",
  rightarrow: "→",
  pi: "π",
  quad: " ",
  left: "",
  right: "",
  text: "",
  mathrm: "",
  mathbf: "",
};

const formulas = (text: string): string =>
  text
    .replace(/\$\$([^$]*)\$\$/g, (_all, inner: string) => formula(inner))
    // Between dollars only what has a sign of a formula: "$5 and $6" are prices.
    .replace(/\$([^$\n\\^_{}]*[\\^_{}][^$\n]*|[a-z])\$/gi, (_all, inner: string) => formula(inner))
    .replace(/\\\(([^()\\]*(?:\\[^()][^()\\]*)*)\\\)/g, (_all, inner: string) => formula(inner))
    .replace(/\\\[([^[\]\\]*(?:\\[^[\]][^[\]\\]*)*)\\\]/g, (_all, inner: string) => formula(inner));

const formula = (text: string): string =>
  text
    .replace(/\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g, "$1 / $2")
    .replace(/\\sqrt\s*\{([^{}]*)\}/g, "√$1")
    .replace(/\\([a-zA-Z]+)/g, (_all, name: string) => SIGNS[name] ?? name)
    .replace(/[\\{}_]/g, "")
    .replace(/[ \t]{2,}/g, " ")
    .trim();

const emphasized = (text: string): string =>
  text
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, "$1")
    .replace(/```[a-z]*\n?|`/gi, "")
    .replace(/^[ \t]*(?:#{1,6}|>|[-+*])[ \t]+/gm, "")
    .replace(/(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/g, "$2")
    .replace(/(^|[^\w*])[*_](?=\S)([^*_\n]+?)(?<=\S)[*_](?![\w*])/g, "$1$2");

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  deg: "°",
  euro: "€",
  pound: "£",
  yen: "¥",
  cent: "¢",
  copy: "©",
  reg: "®",
  trade: "™",
  times: "×",
  middot: "·",
  bull: "•",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  frac12: "½",
  frac14: "¼",
};

/** Decodes the character entities of HTML. An unknown one stays. */
const characters = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}\d{0,2}));/gi,
    (all, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? all;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : all;
    },
  );

/** Characters that join several pictures into one, or change its color. */
const JOINED = String.raw`(?:\u{FE0F}|\u{200D}|\p{Emoji_Modifier})`;
const EMOJI = new RegExp(
  String.raw`[ \t]*(?:(?:\p{RI}{2}|\p{Emoji_Presentation}|\p{Extended_Pictographic}(?=${JOINED}))${JOINED}*)+`,
  "gu",
);

const isWord = (character: string) => /[\p{L}\p{N}]/u.test(character);

/** Removes pictures. Signs that are also text stay (©, ™), and so does the digit of a keycap. */
const withoutEmoji = (text: string): string =>
  text
    .replace(/([\d#*])\uFE0F?\u20E3/gu, "$1")
    .replace(EMOJI, (emoji, offset: number, whole: string) => (isWord(whole.charAt(offset + emoji.length)) ? " " : ""));

/** Directions between single asterisks, such as *laughs*, with their words. */
export const asterisk = (text: string): string => text.replace(/(^|[^*\w])\*(?=[^\s*])[^*\n]+(?<=[^\s*])\*(?![\w*])\s?/g, "$1");

export const stripAsterisk = (text: string): string => text.replaceAll("*", "");

export const quote = (text: string): string => text.replace(/["“”„«»]/g, "");

/** A dash between words is a pause. One between digits or letters stays. */
export const dash = (text: string): string => text.replace(/\s+[–—-]+\s+|(?<=\p{L})\s*—\s*(?=\p{L})/gu, ", ");

/** A line is a sentence. */
export const newline = (text: string): string =>
  text.replace(/[ \t]*\n\s*/g, (_line, offset: number) => (/[.!?:,;…]\s*$/.test(text.slice(0, offset)) ? " " : ". "));

/** A colon after a word becomes a full stop, but not in a time or an address. */
export const colon = (text: string): string => text.replace(/(?<=\p{L}):(?=\s)/gu, ".");
