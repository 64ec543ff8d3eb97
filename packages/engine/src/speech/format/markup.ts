/** Formatters that need no language: what is written for the eye becomes what a voice can read. */

/** Headings, lists, code, links and emphasis of Markdown. The words stay. */
export const markdown = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, "$1")
    .replace(/```[a-z]*\n?|`/gi, "")
    .replace(/^[ \t]*(?:#{1,6}|>|[-+*])[ \t]+/gm, "")
    .replace(/(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/g, "$2")
    .replace(/(^|[^\w*])[*_](?=\S)([^*_\n]+?)(?<=\S)[*_](?![\w*])/g, "$1$2");

/** Directions between single asterisks, such as *laughs*, with their words. */
export const asterisk = (text: string): string => text.replace(/(^|[^*\w])\*(?=[^\s*])[^*\n]+(?<=[^\s*])\*(?![\w*])\s?/g, "$1");

export const stripAsterisk = (text: string): string => text.replaceAll("*", "");

export const quote = (text: string): string => text.replace(/["“”„«»]/g, "");

/** A dash between words is a pause. One between digits or letters stays. */
export const dash = (text: string): string => text.replace(/\s+[–—-]+\s+|(?<=\p{L})\s*—\s*(?=\p{L})/gu, ", ");

/** A line is a sentence. */
export const newline = (text: string): string =>
  text.replace(/[ \t]*\n\s*/g, (_line, offset: number) => (/[.!?:,;…]\s*$/.test(text.slice(0, offset)) ? " " : ". "));

/** Not one in a time or an address. */
export const colon = (text: string): string => text.replace(/(?<=\p{L}):(?=\s)/gu, ".");
