import type { FieldClash } from "./field-clash.ts";
import { type Fields, isFields } from "./fields.ts";

/**
 * The fields of a draft that several tabs edit, and how their changes are merged. The server and the editor use the same functions.
 *
 * A field is a value inside the objects of a draft. A list is one field, because its items have no ids. An object whose `provider`
 * changes is one field too, because its settings belong to that provider.
 */

/** The names of the objects around a field, then its own: `["startSpeakingPlan", "waitSeconds"]`. */
export type FieldPath = readonly string[];

/** With equal `from` and `to`, the other changes of the same object are right only while the field has this value. */
export interface FieldChange {
  path: string[];
  /** The value before the change. Absent: the field was not set. */
  from?: unknown;
  /** The new value. Absent: the field is removed. */
  to?: unknown;
}

/** JSON has no `undefined`: a field with this value is not set. */
const keysOf = (fields: Fields): string[] => Object.keys(fields).filter((key) => fields[key] !== undefined);
const hasFields = (value: unknown): value is Fields => isFields(value) && keysOf(value).length > 0;
const own = (value: unknown, key: string): unknown => (isFields(value) && Object.hasOwn(value, key) ? value[key] : undefined);
const keyOf = (path: FieldPath): string => JSON.stringify(path);

/** Equal as JSON. The order of keys does not matter. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSameValue(item, other[index]));
  if (!isFields(one) || !isFields(other)) return false;
  const keys = keysOf(one);
  return keys.length === keysOf(other).length && keys.every((key) => isSameValue(one[key], own(other, key)));
}

/** The value of a field. Undefined: it is not set. */
export function valueAt(config: object, path: FieldPath): unknown {
  return path.reduce<unknown>(own, config);
}

/** Is this the field `parent`, or a field inside it? */
export function isWithin(path: FieldPath, parent: FieldPath): boolean {
  return parent.every((key, index) => path[index] === key);
}

/** The changes from `before` to `after`, field by field. */
export function fieldChanges(before: object, after: object): FieldChange[] {
  return changesAt(before, after, []);
}

function changesAt(before: unknown, after: unknown, path: string[]): FieldChange[] {
  if (isSameValue(before, after)) return [];
  const isSplit =
    (isFields(before) && isFields(after)) ||
    (before === undefined && hasFields(after)) ||
    (hasFields(before) && after === undefined);
  const [old, now] = path.length === 0 ? [] : [own(before, "provider"), own(after, "provider")];
  const hasOtherProvider =
    (old !== undefined || before === undefined) && (now !== undefined || after === undefined) && !isSameValue(old, now);
  if (!isSplit || hasOtherProvider)
    return [{ path, ...(before !== undefined && { from: before }), ...(after !== undefined && { to: after }) }];
  const keys = new Set([before, after].flatMap((value) => (isFields(value) ? keysOf(value) : [])));
  const isKept = old !== undefined && isSameValue(old, now);
  return [
    ...(isKept ? [{ path: [...path, "provider"], from: old, to: old }] : []),
    ...[...keys].flatMap((key) => changesAt(own(before, key), own(after, key), [...path, key])),
    // An object is removed after its last field, and only if no field was added.
    ...(after === undefined ? [{ path, from: {} }] : []),
  ];
}

interface Merged<Config> {
  /** Unchanged values are shared with the object that was merged into. */
  config: Config;
  /** Fields whose value differs from both `from` and `to`. They keep it. */
  clashes: FieldClash[];
}

/**
 * Writes the changes into `current`, except where `current` has changed in the meantime. With `isSeen`, the writer has seen exactly this object, and
 * `from` is not compared.
 */
export function mergeFields<Config extends object>(
  current: Config,
  changes: readonly FieldChange[],
  { isSeen = false } = {},
): Merged<Config> {
  const clashes = new Map<string, FieldClash>();
  const clash = (path: string[], yours: unknown, theirs: unknown) =>
    clashes.set(keyOf(path), { path, ...(yours !== undefined && { yours }), ...(theirs !== undefined && { theirs }) });
  const isClashing = (path: FieldPath) => clashes.size > 0 && path.some((_, at) => clashes.has(keyOf(path.slice(0, at + 1))));
  const write = writerInto(current);
  for (const { path, from, to } of changes) {
    if (isClashing(path)) continue;
    const config = write.written();
    const theirs = valueAt(config, path);
    const holder = path.slice(0, firstValue(config, path));
    if (holder.length < path.length) clash(holder, { [path.slice(holder.length).join(".")]: to }, valueAt(config, holder));
    else if (isSameValue(theirs, to)) continue;
    else if (isSeen || isSameValue(theirs, from)) write.set(path, to);
    else if (to === undefined && isFields(from) && !hasFields(from) && isFields(theirs)) continue;
    else if (path.length > 1 && from !== undefined && isSameValue(from, to)) {
      const around = path.slice(0, -1);
      clash(around, { [path.at(-1) ?? ""]: to }, valueAt(config, around));
    } else clash(path, to, theirs);
  }
  return { config: write.written(), clashes: [...clashes.values()] };
}

/** The length of the path's part that leads to a value without fields. All of the path if there is none. */
function firstValue(config: object, path: FieldPath): number {
  const at = path.findIndex((_, index) => {
    const value = valueAt(config, path.slice(0, index + 1));
    return value !== undefined && !isFields(value);
  });
  return at < 0 ? path.length : at + 1;
}

/** Copies each object on the path of a change once. */
function writerInto<Config extends object>(config: Config) {
  const copies = new WeakSet<object>();
  const ownCopy = (value: unknown): Record<string, unknown> => {
    if (isFields(value) && copies.has(value)) return value as Record<string, unknown>;
    const copy = isFields(value) ? { ...value } : {};
    copies.add(copy);
    return copy;
  };
  let root: unknown = config;
  return {
    written: () => root as Config,
    set: (path: FieldPath, value: unknown) => {
      let inner = ownCopy(root);
      root = inner;
      for (const key of path.slice(0, -1)) {
        const next = ownCopy(own(inner, key));
        define(inner, key, next);
        inner = next;
      }
      const last = path.at(-1) ?? "";
      if (value === undefined) delete inner[last];
      else define(inner, last, value);
    },
  };
}

/** As in JSON, `__proto__` is an ordinary name here. */
function define(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

/** A copy in which the field has the value. Undefined removes it. */
export function withValue<Config extends object>(config: Config, path: FieldPath, value: unknown): Config {
  const write = writerInto(config);
  write.set(path, value);
  return write.written();
}
