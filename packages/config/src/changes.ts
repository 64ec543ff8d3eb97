import { type Fields, isFields } from "@callwright/contract";
import { type Folder, KINDS } from "./kinds.ts";
import { SecretValue } from "./secrets.ts";
import type { Path } from "./values.ts";
import { canBe, resolveText, type Variables } from "./variables.ts";

/** A field that a push would change. Secrets are shown by the names of their variables. */
export interface Change {
  path: Path;
  /** The server's value. Undefined: the field is not set. */
  before: unknown;
  /** The file's value. Undefined: the field is removed. */
  after: unknown;
}

/**
 * The changes that make the server's value equal to the file's. A secret that cannot be compared, because the server does not return it or its
 * variable is not set here but could match, counts as equal; with `sendSecrets`, secrets that the server does not return count as changed.
 */
export function changesBetween(server: Fields, file: Fields, variables: Variables, sendSecrets = false): Change[] {
  return compare(server, file, [], { variables, sendSecrets });
}

/** The same for a resource: what the server adds to a file is no change. */
export function changesOf(folder: Folder, server: Fields, file: Fields, variables: Variables, sendSecrets = false): Change[] {
  const { defaults } = KINDS[folder];
  return changesBetween({ ...defaults, ...server }, { ...defaults, ...file }, variables, sendSecrets);
}

interface Options {
  variables: Variables;
  sendSecrets: boolean;
}

function compare(before: unknown, after: unknown, path: Path, options: Options): Change[] {
  if (isFields(before) && isFields(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => compare(before[key], after[key], [...path, key], options));
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((item, index) => compare(item, after[index], [...path, index], options));
  return isEqual(before, after, options) ? [] : [{ path, before, after }];
}

function isEqual(before: unknown, after: unknown, { variables, sendSecrets }: Options): boolean {
  if (before instanceof SecretValue && before.value === undefined) return after === undefined || !sendSecrets;
  const value = before instanceof SecretValue ? before.value : before;
  if (typeof after === "string") {
    const resolved = resolveText(after, variables);
    return resolved === undefined ? value !== undefined && canBe(after, value) : resolved === value;
  }
  return (value ?? null) === (after ?? null);
}
