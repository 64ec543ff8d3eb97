import { isFolder } from "./kinds.ts";
import type { Known } from "./match.ts";
import { type Slugs, wholeFileOf, wholeOf } from "./portable.ts";
import type { Desired } from "./read-files.ts";
import { SecretValue } from "./secrets.ts";
import { canonicalText, mapValues } from "./values.ts";

/** Fingerprints of both sides when they were the same, by the key of a file's resource. */
export type SyncedFingerprints = Readonly<Record<string, { server: string; file: string }>>;

/** Both sides of an organization now. */
export interface Sides {
  known: readonly Known[];
  resources: readonly Desired[];
  slugs: Slugs;
}

export type SyncState = "same" | "changed" | "unknown";

export type Synced = ReturnType<typeof openSynced>;

type Fingerprint = (text: string) => string;

/** The last common state of both sides, and whether each still has it. */
export function openSynced(stored: SyncedFingerprints, fingerprint: Fingerprint) {
  const state = (before: string | undefined, now: string): SyncState =>
    before === undefined ? "unknown" : fingerprint(now) === before ? "same" : "changed";
  return {
    keys: Object.keys(stored),
    serverState: (known: Known, sides: Sides) => state(stored[known.key]?.server, serverText(known, sides)),
    fileState: (desired: Desired, sides: Sides) => state(stored[desired.key]?.file, fileText(desired, sides)),
  };
}

/** The fingerprints of all resources on both sides, except `except`. */
export function fingerprints(sides: Sides, fingerprint: Fingerprint, except: ReadonlySet<string>): SyncedFingerprints {
  const known = new Map(sides.known.map((each) => [each.key, each]));
  const entries = sides.resources.flatMap((desired) => {
    const existing = known.get(desired.key);
    if (!existing || !isFolder(desired.folder) || except.has(desired.key)) return [];
    return [
      [desired.key, { server: fingerprint(serverText(existing, sides)), file: fingerprint(fileText(desired, sides)) }] as const,
    ];
  });
  return Object.fromEntries(entries);
}

function serverText(known: Known, { known: all, slugs }: Sides): string {
  // A secret that the server returns may have been replaced there. Only its hash is stored.
  const value = mapValues(wholeOf(known, all, slugs), (inner) =>
    inner instanceof SecretValue ? (inner.value ?? "secret") : undefined,
  );
  // The content of a file never changes under its id.
  return canonicalText(known.folder === "files" ? [value, known.entity.id] : value);
}

function fileText(desired: Desired, { resources, slugs }: Sides): string {
  const content = desired.content ? new TextDecoder("latin1").decode(desired.content) : "";
  return canonicalText([wholeFileOf(desired, resources, slugs), content]);
}
