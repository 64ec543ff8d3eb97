import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, inArray, sql } from "drizzle-orm";
import { erasure } from "../../modules/erasure/tables.ts";
import { organization } from "../../platform/auth/tables.ts";
import type { Database } from "../../platform/db/connect.ts";
import { ERASURES_FILE, type LedgerLine, ledgerKey, ledgerLine, readLedger } from "../../platform/people/erasure-ledger.ts";
import type { Secrets } from "../../platform/secrets/secrets.ts";

/** Adds the deletions for good of the database to the file beside the backups, so that older backups there know of them, too. */
export async function keepErasures(db: Database, secrets: Pick<Secrets, "people">, folder: string): Promise<void> {
  const rows = await db.select().from(erasure).where(eq(erasure.state, "done")).orderBy(erasure.endedAt);
  const known = await readErasures(folder);
  const ids = new Set(known.map(({ id }) => id));
  const lines = rows.filter(({ id }) => !ids.has(id)).map((row) => ledgerLine(secrets, row));
  if (lines.length === 0) return;
  const file = join(folder, ERASURES_FILE);
  const text = [...known.map((line) => `${JSON.stringify(line)}\n`), ...lines].join("");
  // Renamed into place, so that a crash leaves the whole file.
  await writeFile(`${file}.part`, text, { mode: 0o600 });
  await rename(`${file}.part`, file);
}

/** Those of the file beside a backup, and of another file. */
export async function readErasures(folder: string, more?: string): Promise<LedgerLine[]> {
  const files = [join(folder, ERASURES_FILE), ...(more === undefined ? [] : [more])];
  const texts = await Promise.all(
    files.map((file) =>
      readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return "";
        throw error;
      }),
    ),
  );
  return texts.flatMap(readLedger);
}

/** Begins those again that the restored database does not know of. `foreign`: they are hashed with another secret. */
export async function repeatErasures(
  tx: Database,
  secrets: Pick<Secrets, "people">,
  lines: readonly LedgerLine[],
  at: Date,
): Promise<{ repeated: number; foreign: number }> {
  const known = [...new Map(lines.map((line) => [line.id, line])).values()];
  const own = known.filter(({ key }) => key === ledgerKey(secrets));
  const orgIds = [...new Set(own.map(({ orgId }) => orgId))];
  const orgs = await tx.select({ id: organization.id }).from(organization).where(inArray(organization.id, orgIds));
  const rows = own
    .filter(({ orgId }) => orgs.some(({ id }) => id === orgId))
    .map(({ key: _, endedAt: __, createdAt, confirmedAt, ...person }) => ({
      ...person,
      createdAt: new Date(createdAt),
      confirmedAt: new Date(confirmedAt),
      updatedAt: at,
      state: "erasing" as const,
      isRepeated: true,
    }));
  if (rows.length === 0) return { repeated: 0, foreign: known.length - own.length };
  const { state, confirmedAt } = erasure;
  const repeated = await tx
    .insert(erasure)
    .values(rows)
    .onConflictDoUpdate({
      target: erasure.id,
      set: { state: "erasing", isRepeated: true, updatedAt: at, confirmedAt: sql`excluded.${sql.identifier(confirmedAt.name)}` },
      // It was counted when the backup was made. One that was done then has nothing left to do.
      setWhere: inArray(state, ["counting", "counted"]),
    })
    .returning({ id: erasure.id });
  return { repeated: repeated.length, foreign: known.length - own.length };
}
