import { isRecent, KEY_SET_CACHE_MAX_AGE_MS, KEY_SET_COOLDOWN_MS, keepNewest } from "@callwright/contract";
import { createLocalJWKSet, type JWK } from "jose";
import type { Logger } from "../config/logger.ts";
import { keyProblem } from "./public-keys.ts";
import type { KeySetRow } from "./stores/key-sets.ts";

/** Finds the key that a token names. */
export type ResolveKey = ReturnType<typeof createLocalJWKSet>;

/**
 * The usable keys of a key set. `fresh`: for a token that names an unknown key; the keys are then read again, unless they were read within
 * `KEY_SET_COOLDOWN_MS`. Fails as `readKeys` does; during the cooldown, the same failure is repeated.
 */
export type ReadOrgKeys = (keySet: KeySetRow, options: { fresh: boolean }) => Promise<ResolveKey>;

export interface OrgKeyReaderOptions {
  /** Fetches the key set's address. */
  readKeys: (url: URL) => Promise<JWK[]>;
  log: Logger;
  now: () => Date;
}

interface Kept {
  /** When the keys were last read, with success or without. */
  readAtMs: number;
  reading: Promise<ResolveKey>;
  /** The last successful read. */
  good: { atMs: number; resolve: ResolveKey } | undefined;
}

/** Above this number, the one that was read first is forgotten. */
const MAX_KEPT = 1_000;

export function createOrgKeyReader({ readKeys, log, now }: OrgKeyReaderOptions): ReadOrgKeys {
  /** Kept by the key set's id. The settings of a key set never change. */
  const kept = new Map<string, Kept>();

  function read(keySet: KeySetRow, url: URL, before: Kept | undefined): Promise<ResolveKey> {
    const readAtMs = now().getTime();
    const reading = readKeys(url).then((keys) => createLocalJWKSet({ keys: usable(keySet.id, keys) }));
    const reads: Kept = { readAtMs, reading, good: before?.good };
    reading.then(
      (resolve) => {
        reads.good = { atMs: readAtMs, resolve };
      },
      () => {},
    );
    keepNewest(kept, keySet.id, reads, MAX_KEPT);
    return reading;
  }

  function usable(keySetId: string, keys: readonly JWK[]): JWK[] {
    const refused = keys.filter((key) => keyProblem(key) !== undefined);
    if (refused.length > 0)
      log.warn({ keySetId, refused: refused.map((key) => keyProblem(key)) }, "keys of an organization's key set are not used");
    return keys.filter((key) => !refused.includes(key));
  }

  return async (keySet, { fresh }) => {
    if (keySet.jwksUrl === null) return createLocalJWKSet({ keys: (keySet.keys?.keys ?? []) as unknown as JWK[] });
    const before = kept.get(keySet.id);
    const nowMs = now().getTime();
    const good = before?.good && isRecent(before.good.atMs, nowMs, KEY_SET_CACHE_MAX_AGE_MS) ? before.good : undefined;
    if (good && !fresh) return good.resolve;
    if (before && isRecent(before.readAtMs, nowMs, KEY_SET_COOLDOWN_MS)) return before.reading;
    return read(keySet, new URL(keySet.jwksUrl), before);
  };
}
