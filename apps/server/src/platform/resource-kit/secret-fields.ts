import { isDeepStrictEqual } from "node:util";
import { type Fields, invalid, isFields, type PlatformError } from "@callwright/contract";
import type { Sealer } from "../secrets/sealed-text.ts";

/** A copy with the secrets at these paths (`authenticationPlan.token`) sealed for their row. */
export function sealSecrets(sealer: Sealer, place: string, paths: readonly string[], config: object): Fields {
  return mapSecrets(paths, config, (text, path) => sealer.seal(text, `${place} ${path}`));
}

/** Opens what `sealSecrets` has sealed. */
export function openSecrets(sealer: Sealer, place: string, paths: readonly string[], config: object): Fields {
  return mapSecrets(paths, config, (text, path) => sealer.open(text, `${place} ${path}`));
}

/** A copy without its secrets. */
export function withoutSecrets(paths: readonly string[], config: object): Fields {
  return mapSecrets(paths, config, () => undefined);
}

/** The paths that have a value. */
export function storedSecrets(paths: readonly string[], config: object): string[] {
  return paths.filter((path) => typeof valueAt(config, path) === "string");
}

/**
 * A person who changes an object never sees its secret, so a secret that is left out stays as long as the object keeps its type. Null removes it.
 * Fails with `validation-failed` if the secret would be sent to another address: an editor could otherwise direct it to a server of their own.
 * `after` is the whole object with the `patch`.
 */
export function keepSecrets(paths: readonly string[], before: object, patch: object, after: Fields): Fields {
  const kept = structuredClone(after);
  const moved = movedAddress(paths, before, after);
  for (const path of paths) {
    const [key = "", ...parents] = path.split(".").reverse();
    const [old, current] = [valueAt(before, parents.toReversed().join(".")), valueAt(kept, parents.toReversed().join("."))];
    if (!isFields(old) || !isFields(current)) continue;
    if (current[key] === null) delete current[key];
    else if (valueAt(patch, path) === undefined && old[key] !== undefined && old.type === current.type) {
      if (moved !== undefined) throw sendAgain(path, moved);
      current[key] = old[key];
    }
  }
  return kept;
}

const ADDRESS = /(url|uri|endpoint|gateways)$/i;

/** Path of the first address that has changed. */
function movedAddress(secrets: readonly string[], before: unknown, after: unknown, parent = ""): string | undefined {
  if (!isFields(after)) return undefined;
  for (const [key, value] of Object.entries(after)) {
    const path = parent === "" ? key : `${parent}.${key}`;
    if (secrets.includes(path)) continue;
    const old = isFields(before) ? before[key] : undefined;
    if (ADDRESS.test(key) && value !== null && !isDeepStrictEqual(value, old)) return path;
    const within = movedAddress(secrets, old, value, path);
    if (within !== undefined) return within;
  }
  return undefined;
}

function sendAgain(path: string, address: string): PlatformError {
  const problem = `${path} must be sent again, because ${address} changes: a secret goes to a new address only with who knows it`;
  return invalid(problem);
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

/** In a list, a key is the name of an entry: it means the same in another order. */
function valueAt(value: unknown, path: string): unknown {
  if (path === "") return value;
  return path.split(".").reduce<unknown>((inner, key) => {
    if (Array.isArray(inner)) return inner.find((each) => isFields(each) && each.name === key);
    return isFields(inner) ? inner[key] : undefined;
  }, value);
}
