import { isDeepStrictEqual } from "node:util";
import type { Sealer } from "../sealed-text.ts";

type Fields = Record<string, unknown>;

/** A copy with the secrets at these paths (`authenticationPlan.token`) sealed for their row. */
export function sealSecrets(sealer: Sealer, place: string, paths: readonly string[], config: object): Fields {
  return mapSecrets(paths, config, (text, path) => sealer.seal(text, `${place} ${path}`));
}

/** What `sealSecrets` was given. */
export function openSecrets(sealer: Sealer, place: string, paths: readonly string[], config: object): Fields {
  return mapSecrets(paths, config, (text, path) => sealer.open(text, `${place} ${path}`));
}

/** A copy without its secrets. */
export function withoutSecrets(paths: readonly string[], config: object): Fields {
  return mapSecrets(paths, config, () => undefined);
}

/** Which of the paths hold something. */
export function storedSecrets(paths: readonly string[], config: object): string[] {
  return paths.filter((path) => typeof valueAt(config, path) === "string");
}

/**
 * Who changes an object with a secret in it has never seen that: one that is left out stays as it was, as long as it belongs to an object
 * of the same type that is sent to the same address. Null takes it away.
 */
export function keepSecrets(paths: readonly string[], before: object, after: Fields): Fields {
  const kept = structuredClone(after);
  for (const path of paths) {
    const [key = "", ...parents] = path.split(".").reverse();
    const [old, current] = [valueAt(before, parents.toReversed().join(".")), valueAt(kept, parents.toReversed().join("."))];
    if (parents.length === 0 || !isFields(old) || !isFields(current)) continue;
    if (current[key] === null) delete current[key];
    else if (
      current[key] === undefined &&
      old[key] !== undefined &&
      isDeepStrictEqual([old.type, old.url], [current.type, current.url])
    )
      current[key] = old[key];
  }
  return kept;
}

function mapSecrets(
  paths: readonly string[],
  config: object,
  change: (text: string, path: string) => string | undefined,
): Fields {
  if (paths.length === 0) return { ...config };
  const copy = structuredClone(config) as Fields;
  for (const path of paths) {
    const [key = "", ...parents] = path.split(".").reverse();
    const parent = valueAt(copy, parents.toReversed().join("."));
    const text = isFields(parent) ? parent[key] : undefined;
    if (!isFields(parent) || typeof text !== "string") continue;
    const changed = change(text, path);
    if (changed === undefined) delete parent[key];
    else parent[key] = changed;
  }
  return copy;
}

function valueAt(value: unknown, path: string): unknown {
  if (path === "") return value;
  return path.split(".").reduce<unknown>((inner, key) => (isFields(inner) ? inner[key] : undefined), value);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
