import { HELD_KINDS, type RestoreState } from "@callwright/contract";
import type { Database } from "../db/connect.ts";
import { heldKind, restore } from "./tables.ts";

export type RestoreRow = typeof restore.$inferSelect;

const ID = 1;

export interface Restored {
  backupMadeAt: Date;
  restoredAt: Date;
  restoredBy: string;
  checked: RestoreState["checked"];
  oldUrl: string | undefined;
  codeHash: string;
}

/** Holds every kind of work, in the transaction that restores the rows. Replaces the backup's own record of an earlier restore. */
export async function holdEverything(tx: Database, { oldUrl, ...restored }: Restored): Promise<void> {
  await tx.delete(restore);
  await tx.delete(heldKind);
  await tx.insert(restore).values({ id: ID, oldUrl: oldUrl ?? null, ...restored });
  await tx.insert(heldKind).values(HELD_KINDS.map((kind) => ({ kind, resumedAt: null })));
}

/** Undefined: this database was never restored. */
export async function findRestore(db: Database): Promise<RestoreRow | undefined> {
  const [row] = await db.select().from(restore);
  return row;
}

/** Replaces the code. False: this database was never restored. */
export async function setCodeHash(db: Database, codeHash: string): Promise<boolean> {
  const changed = await db.update(restore).set({ codeHash }).returning({ id: restore.id });
  return changed.length > 0;
}
