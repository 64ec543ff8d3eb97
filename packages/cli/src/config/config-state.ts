import { createHash } from "node:crypto";
import path from "node:path";
import { type Ids, LOCK_FILE, type SyncedFingerprints } from "@callwright/config";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import { readIfThere, writeWhole } from "../files.ts";

const LockFile = z.record(z.string(), z.record(z.string(), z.string()));
const SyncedFile = z.record(z.string(), z.record(z.string(), z.object({ server: z.string(), file: z.string() })));

export type ConfigState = Awaited<ReturnType<typeof openConfigState>>;

/** The command line's saved state of an organization. State saved under `formerId` moves to `id`. */
export async function openConfigState(folder: string, { id, formerId = id }: { id: string; formerId?: string }) {
  const lock = path.join(folder, LOCK_FILE);
  const local = path.join(folder, ".callwright", "synced.json");
  const [locked, synced] = [await readJson(lock, LockFile), await readJson(local, SyncedFile)];
  return {
    /** Ids by key. Committed with the files, so that a renamed resource stays the same. */
    ids: locked[id] ?? locked[formerId] ?? {},
    /** Fingerprints of this copy of the files. Undefined before the first pull or push. */
    synced: synced[id] ?? synced[formerId],
    saveIds: async (ids: Ids) => {
      const sorted = Object.fromEntries(Object.entries(ids).sort(([a], [b]) => (a < b ? -1 : 1)));
      const { [formerId]: _, ...others } = await readJson(lock, LockFile);
      await writeJson(lock, { ...others, [id]: sorted });
    },
    saveSynced: async (fingerprints: SyncedFingerprints) => {
      await writeWhole(path.join(folder, ".callwright", ".gitignore"), "*\n");
      const { [formerId]: _, ...others } = await readJson(local, SyncedFile);
      await writeJson(local, { ...others, [id]: fingerprints });
    },
  };
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

async function readJson<Value>(file: string, schema: z.ZodType<Value>): Promise<Value> {
  const text = await readIfThere(file);
  try {
    return schema.parse(text === undefined ? {} : JSON.parse(text));
  } catch {
    throw new CliError("refused", `${file} is damaged. Restore it from version control, or delete it.`);
  }
}

function writeJson(file: string, value: object): Promise<void> {
  return writeWhole(file, `${JSON.stringify(value, null, 2)}\n`);
}
