import { isFields } from "../form/union.ts";
import type { ConfigProblem } from "../problems.ts";

export type Fields = Record<string, unknown>;

/** What a person changed of an object: its top-level fields by name; undefined for one that was taken out. */
export type Changes = Readonly<Fields>;

/** The object as it would be saved. */
export function withChanges(base: Fields, changes: Changes): Fields {
  return Object.fromEntries(Object.entries({ ...base, ...changes }).filter(([, value]) => value !== undefined));
}

/** The top-level fields in which an object differs from what it was made of. Fields nobody touched follow the server's. */
export function changesOf(base: Fields, next: Fields): Changes {
  const names = [...new Set([...Object.keys(base), ...Object.keys(next)])];
  const changed = names.filter((name) => !isSame(base[name], next[name]));
  return Object.fromEntries(changed.map((name) => [name, next[name]]));
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** What was changed while other changes were being saved. */
export function changesSince(saved: Changes, now: Changes): Changes {
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => !(name in saved) || saved[name] !== value));
}

/** Body of a PATCH: the changed fields, null for one that was taken out, and those that the route wants in any case. */
export function patchOf(base: Fields, changes: Changes, always: readonly string[]): Fields {
  const needed = always.filter((name) => !(name in changes) && base[name] !== undefined).map((name) => [name, base[name]]);
  const changed = Object.entries(changes).map(([name, value]) => [name, value === undefined ? null : value]);
  return Object.fromEntries([...needed, ...changed]);
}

/** Without the fields of another host that the contract does not know and nobody touched: they are none of our business. */
export function withoutForeign(object: Fields, known: ReadonlySet<string>, changes: Changes): Fields {
  return Object.fromEntries(Object.entries(object).filter(([name]) => known.has(name) || name in changes));
}

/** What is wrong with what was changed. A stored object may hold what the contract did not allow before, and still be mended elsewhere. */
export function problemsOfChanges(problems: readonly ConfigProblem[], changes: Changes): ConfigProblem[] {
  return problems.filter(({ path }) => path === "" || (path.split(".")[0] ?? "") in changes);
}

/** Those at places where something has been entered: what is empty is not wrong before somebody is done. */
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
