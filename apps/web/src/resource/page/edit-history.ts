import { fieldChanges, isFields, isSameValue, mergeFields } from "@callwright/contract";
import type { Fields } from "./edited-object.ts";

/** One edit, as the object before and after it. */
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
/** Maximum edits that can be undone. */
const MAX_EDITS = 100;
/** Typing into one field, or moving one thing, counts as one edit until a pause of this length. */
const PAUSE_MS = 1000;

/** The history after an edit. Undone edits can no longer be redone. */
export function recordEdit(history: EditHistory, before: Fields, after: Fields, nowMs: number): EditHistory {
  if (isSameValue(before, after)) return history;
  const { path, isStep } = placeOf(before, after);
  const last = history.past.at(-1);
  // After an update from the server, an edit gets its own entry: undoing it must not undo the update.
  const isNext = last !== undefined && isSameValue(last.after, before);
  const continues = isNext && !isStep && last.path === path && nowMs - last.atMs < PAUSE_MS;
  const edit: Edit = { before: continues ? last.before : before, after, path: isStep ? "" : path, atMs: nowMs };
  const past = [...(continues ? history.past.slice(0, -1) : history.past), edit];
  return { past: past.slice(-MAX_EDITS), future: [] };
}

/** The object without its last edit. Other fields keep changes from elsewhere. */
export function undoEdit({ past, future }: EditHistory, object: Fields): { history: EditHistory; object: Fields } {
  const edit = past.at(-1);
  if (!edit) return { history: { past, future }, object };
  // A later edit is never merged with one that was undone and redone.
  const history = { past: past.slice(0, -1), future: [...future, { ...edit, path: "" }] };
  return { history, object: withEdit(object, edit.after, edit.before) };
}

export function redoEdit({ past, future }: EditHistory, object: Fields): { history: EditHistory; object: Fields } {
  const edit = future.at(-1);
  if (!edit) return { history: { past, future }, object };
  return { history: { past: [...past, edit], future: future.slice(0, -1) }, object: withEdit(object, edit.before, edit.after) };
}

function withEdit(object: Fields, from: Fields, to: Fields): Fields {
  return mergeFields(object, fieldChanges(from, to), { isSeen: true }).config;
}

/** The place where two values differ. `isStep`: entries were added or removed, which makes an edit of its own. */
function placeOf(before: unknown, after: unknown, path = ""): { path: string; isStep: boolean } {
  const [one, other] = [childrenOf(before), childrenOf(after)];
  if (!one || !other) return { path, isStep: path === "" };
  const names = new Set([...one.keys(), ...other.keys()]);
  const differing = [...names].filter(
    (name) => one.get(name) !== other.get(name) && !isSameValue(one.get(name), other.get(name)),
  );
  const [name, ...more] = differing;
  const isMoved = path.endsWith(".position");
  if (name === undefined || isMoved || more.length > 0) return { path, isStep: !isMoved };
  return placeOf(one.get(name), other.get(name), path === "" ? name : `${path}.${name}`);
}

function childrenOf(value: unknown): Map<string, unknown> | undefined {
  return isFields(value) || Array.isArray(value) ? new Map(Object.entries(value)) : undefined;
}
