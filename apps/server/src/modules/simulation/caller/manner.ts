import type { CallerBehavior } from "@callwright/contract";
import type { SayAct } from "./caller-act.ts";
import type { Dice } from "./dice.ts";
import { ASIDES, FILLERS } from "./rules-phrases.ts";
import type { Said } from "./speaker.ts";

/** Range of a pause between two pieces of a message, in ms. */
const PAUSE_MS = { from: 300, to: 900 } as const;
const FILLERS_MAX = 3;
/** Numbers that people say in groups: telephone, card and order numbers; not dates, years and times. */
const LONG_NUMBER = /(?<![\d:.]|\d-)\+?\d(?:[ -]?\d){3,}(?![\d:]|-\d)/g;
const YEAR = /^(?:19|20)\d\d$/;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
/** Where people hesitate: at the start, after a comma or a sentence, and before some small words. */
const HESITATIONS = /^|(?<=[,.!?]) (?=\S)| (?=(?:to|for|on|at|about|whether) \S)/g;

interface Part {
  text: string;
  pauseMs: number;
}

/** The words as this caller speaks them: with fillers, pauses, numbers in groups, and words to others between. */
export function inManner({ text, isLast }: Said, { habits = {} }: CallerBehavior, dice: Dice): Pick<SayAct, "pieces" | "meant"> {
  const grouped = groupNumbers(text, habits.numbersInPieces, dice);
  const parts = grouped
    .flatMap((part) => withFillers(part, habits.fillers, dice))
    .flatMap((part) => paused(part, habits.pauses, dice));
  const pieces = !isLast && dice.happens(habits.asides) ? withAside(parts, dice) : parts;
  return { pieces, meant: text };
}

const pause = (dice: Dice): number => dice.between(PAUSE_MS.from, PAUSE_MS.to);

/** Groups of two or three digits with pauses: "0117 496 0171" is "011", "749", "601", "71". */
function groupNumbers(text: string, share: number | undefined, dice: Dice): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const { 0: number, index } of text.matchAll(LONG_NUMBER)) {
    if (YEAR.test(number) || ISO_DATE.test(number) || !dice.happens(share)) continue;
    const groups = groupsOf(number, dice);
    const before = text.slice(from, index);
    parts.push({ text: `${before}${groups[0] ?? ""}`, pauseMs: pause(dice) });
    for (const group of groups.slice(1, -1)) parts.push({ text: group, pauseMs: pause(dice) });
    from = index + number.length;
    // The last group goes on with the rest of the sentence.
    const rest = text.slice(from);
    const end = rest.search(LONG_NUMBER);
    const own = end === -1 ? rest : rest.slice(0, end);
    parts.push({ text: `${groups.at(-1) ?? ""}${own}`.trim(), pauseMs: 0 });
    from += own.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from).trim(), pauseMs: 0 });
  return parts.filter((part) => part.text !== "");
}

/** The groups in which a number is written, or groups of two or three digits. */
function groupsOf(number: string, dice: Dice): string[] {
  const written = number.split(/[ -]/);
  if (written.length > 1) return written;
  const groups: string[] = [];
  for (let rest = number; rest !== ""; ) {
    const digits = rest.replace("+", "").length;
    const size = digits <= 3 ? digits : digits === 4 ? 2 : dice.between(2, 3);
    const length = size + (rest.startsWith("+") ? 1 : 0);
    groups.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return groups;
}

function withFillers(part: Part, share: number | undefined, dice: Dice): Part {
  let left = FILLERS_MAX;
  const text = part.text.replace(HESITATIONS, (space: string, at: number) => {
    if (left === 0 || !dice.happens(share)) return space;
    left -= 1;
    const filler = dice.pick(FILLERS);
    const before = part.text.charAt(at - 1);
    if (before === "" || /[.!?]/.test(before)) return `${space}${filler.charAt(0).toUpperCase()}${filler.slice(1)}... `;
    return before === "," ? `${space}${filler}, ` : `, ${filler}, `;
  });
  return { ...part, text };
}

/** A pause after a comma or a sentence. The pause of the part is that of its last piece. */
function paused(part: Part, share: number | undefined, dice: Dice): Part[] {
  const pieces: Part[] = [];
  let from = 0;
  for (const { index } of part.text.matchAll(/(?<=[,.!?]) (?=\S)/g)) {
    if (!dice.happens(share)) continue;
    pieces.push({ text: part.text.slice(from, index), pauseMs: pause(dice) });
    from = index + 1;
  }
  return [...pieces, { text: part.text.slice(from), pauseMs: part.pauseMs }];
}

/** Between two pieces, or after the last one. */
function withAside(parts: readonly Part[], dice: Dice): Part[] {
  const at = dice.between(1, Math.max(1, parts.length - 1));
  const before = parts
    .slice(0, at)
    .map((part, place) => (place === at - 1 ? { ...part, pauseMs: Math.max(part.pauseMs, pause(dice)) } : part));
  return [...before, { text: dice.pick(ASIDES), pauseMs: pause(dice) }, ...parts.slice(at)];
}
