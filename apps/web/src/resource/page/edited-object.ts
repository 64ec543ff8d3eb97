import { isFields } from "../form/union.ts";
import type { ConfigProblem } from "../problems.ts";

export type Fields = Record<string, unknown>;

/** Edited top-level fields by name; undefined for a removed field. */
export type Changes = Readonly<Fields>;

/** The object as it would be saved. */
export function withChanges(base: Fields, changes: Changes): Fields {
  return Object.fromEntries(Object.entries({ ...base, ...changes }).filter(([, value]) => value !== undefined));
}

/** The top-level fields that were edited. The other fields follow the server. */
export function changesOf(base: Fields, next: Fields): Changes {
  const names = [...new Set([...Object.keys(base), ...Object.keys(next)])];
  const changed = names.filter((name) => !isSame(base[name], next[name]));
  return Object.fromEntries(changed.map((name) => [name, next[name]]));
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Changes made while earlier ones were being saved. */
export function changesSince(saved: Changes, now: Changes): Changes {
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => !(name in saved) || saved[name] !== value));
}

/** Body of a PATCH: the changed fields, null for removed ones, and the fields that the route always requires. */
export function patchOf(base: Fields, changes: Changes, always: readonly string[]): Fields {
  const needed = always.filter((name) => !(name in changes) && base[name] !== undefined).map((name) => [name, base[name]]);
  const changed = Object.entries(changes).map(([name, value]) => [name, value === undefined ? null : value]);
  return Object.fromEntries([...needed, ...changed]);
}

/** Without unedited fields that the contract does not know: another host added them. */
export function withoutForeign(object: Fields, known: ReadonlySet<string>, changes: Changes): Fields {
  return Object.fromEntries(Object.entries(object).filter(([name]) => known.has(name) || name in changes));
}

/**
 * The problems that block a save: those in a changed field, and those that a change causes elsewhere. Older problems of a stored object
 * do not block changes to its other fields.
 */
export function problemsOfChanges(
  problems: readonly ConfigProblem[],
  changes: Changes,
  before: readonly ConfigProblem[],
): ConfigProblem[] {
  const isKnown = ({ path, message }: ConfigProblem) => before.some((known) => known.path === path && known.message === message);
  return problems.filter((problem) => {
    const [field = ""] = problem.path.split(".");
    return field === "" || field in changes || !isKnown(problem);
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
  let value = object;
  for (const step of path.split(".")) {
    if (Array.isArray(value)) value = value[Number(step)];
    else value = isFields(value) ? value[step] : undefined;
  }
  return value;
}
