import { fieldChanges, isSameValue, mergeFields } from "@callwright/contract";
import type { ConfigProblem } from "../problems.ts";

export type Fields = Record<string, unknown>;

/** Unsaved edits: the server's object, and the edited one. */
export interface Edits {
  seen: Fields;
  object: Fields;
}

/** The same edits of a newer object. What was not edited follows the server, as in the draft of an assistant. */
export function rebased({ seen, object }: Edits, newer: Fields): Edits {
  return { seen: newer, object: mergeFields(object, fieldChanges(seen, newer)).config };
}

/** The object as in JSON: without fields that have no value. */
export function withoutUndefined(object: Fields): Fields {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/** The names of the top-level fields that were edited. */
export function editedNames({ seen, object }: Edits): ReadonlySet<string> {
  return new Set(Object.keys({ ...seen, ...object }).filter((name) => !isSameValue(seen[name], object[name])));
}

/** Body of a PATCH: the edited fields, null for removed ones, and the fields that the route always requires. */
export function patchOf(edits: Edits, always: readonly string[] = []): Fields {
  const { object } = edits;
  const names = new Set([...always.filter((name) => object[name] !== undefined), ...editedNames(edits)]);
  return Object.fromEntries([...names].map((name) => [name, object[name] ?? null]));
}

/** Without unedited fields that the contract does not know: another host added them. */
export function withoutForeign(object: Fields, known: ReadonlySet<string>, edited: ReadonlySet<string>): Fields {
  return Object.fromEntries(Object.entries(object).filter(([name]) => known.has(name) || edited.has(name)));
}

/**
 * The problems that block a save: those in an edited field, and those that an edit causes elsewhere. Older problems of a stored object
 * do not block edits of its other fields.
 */
export function problemsOfEdits(
  problems: readonly ConfigProblem[],
  edited: ReadonlySet<string>,
  before: readonly ConfigProblem[],
): ConfigProblem[] {
  const isKnown = ({ path, message }: ConfigProblem) => before.some((known) => known.path === path && known.message === message);
  return problems.filter((problem) => {
    const [field = ""] = problem.path.split(".");
    return field === "" || edited.has(field) || !isKnown(problem);
  });
}

/** Problems of fields with a value. Empty fields are reported only when the user saves. */
export function problemsOfEntries(problems: readonly ConfigProblem[], object: Fields): ConfigProblem[] {
  return problems.filter(({ path }) => path !== "" && !isBlank(valueAt(object, path)));
}

function isBlank(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

function valueAt(object: unknown, path: string): unknown {
  return path.split(".").reduce((value, step) => (Object(value) as Fields)[step], object);
}
