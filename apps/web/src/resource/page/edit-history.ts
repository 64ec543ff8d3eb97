import { isFields } from "../form/union.ts";
import { changesOf, type Fields, withChanges } from "./edited-object.ts";

/** One edit, as the top-level fields that it touched. Undefined: the field was not there. */
interface Edit {
  before: Fields;
  after: Fields;
  /** Dotted path of the innermost value that holds the whole edit. */
  path: string;
  atMs: number;
}

export interface EditHistory {
  past: readonly Edit[];
  /** The next edit to redo is last. */
  future: readonly Edit[];
}

export const NO_EDITS: EditHistory = { past: [], future: [] };
/** Edits that can be undone. */
const MAX_EDITS = 100;
/** Typing into one field, or moving one thing, is one edit until a pause of this length. */
const PAUSE_MS = 1000;

/** The history after an edit. What was undone before can no longer be redone. */
export function recordEdit(history: EditHistory, before: Fields, after: Fields, nowMs: number): EditHistory {
  const touched = changesOf(before, after);
  const names = Object.keys(touched);
  if (names.length === 0) return history;
  const earlier = Object.fromEntries(names.map((name) => [name, before[name]]));
  const { path, isStep } = placeOf(before, after);
  const last = history.past.at(-1);
  const continues = last !== undefined && !isStep && last.path === path && nowMs - last.atMs < PAUSE_MS;
  const edit: Edit = { before: continues ? last.before : earlier, after: touched, path: isStep ? "" : path, atMs: nowMs };
  const past = [...(continues ? history.past.slice(0, -1) : history.past), edit];
  return { past: past.slice(-MAX_EDITS), future: [] };
}

/** The object without its last edit. Other fields keep changes that came from elsewhere. */
export function undoEdit({ past, future }: EditHistory, object: Fields): { history: EditHistory; object: Fields } {
  const edit = past.at(-1);
  if (!edit) return { history: { past, future }, object };
  // A later edit is never joined to one that was undone and redone.
  const history = { past: past.slice(0, -1), future: [...future, { ...edit, path: "" }] };
  return { history, object: withChanges(object, edit.before) };
}

export function redoEdit({ past, future }: EditHistory, object: Fields): { history: EditHistory; object: Fields } {
  const edit = future.at(-1);
  if (!edit) return { history: { past, future }, object };
  return { history: { past: [...past, edit], future: future.slice(0, -1) }, object: withChanges(object, edit.after) };
}

/** Where two values differ. `isStep`: entries came or went, which is an edit of its own. */
function placeOf(before: unknown, after: unknown, path = ""): { path: string; isStep: boolean } {
  const [one, other] = [childrenOf(before), childrenOf(after)];
  if (!one || !other) return { path, isStep: path === "" };
  const names = new Set([...one.keys(), ...other.keys()]);
  const differing = [...names].filter((name) => one.get(name) !== other.get(name) && !isSame(one.get(name), other.get(name)));
  const [name, ...more] = differing;
  const isMoved = path.endsWith(".position");
  if (name === undefined || isMoved || more.length > 0) return { path, isStep: !isMoved };
  return placeOf(one.get(name), other.get(name), path === "" ? name : `${path}.${name}`);
}

function childrenOf(value: unknown): Map<string, unknown> | undefined {
  return isFields(value) || Array.isArray(value) ? new Map(Object.entries(value)) : undefined;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
