import { createHmac } from "node:crypto";
import { PERSON_KINDS, readJson } from "@callwright/contract";
import { z } from "zod";
import type { Secrets } from "../secrets/secrets.ts";

/**
 * Every erasure that was done, one JSON line each, without a number or an address. It lies in the data directory, and beside the backups:
 * a backup from before an erasure does not know of it.
 */
export const ERASURES_FILE = "erasures.jsonl";

const Line = z.object({
  id: z.uuid(),
  orgId: z.uuid(),
  kind: z.enum(PERSON_KINDS),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  createdAt: z.iso.datetime(),
  confirmedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  /** Tells which server's secret the hash is made with. */
  key: z.string(),
});
export type LedgerLine = z.infer<typeof Line>;

interface DoneErasure extends Pick<LedgerLine, "id" | "orgId" | "kind" | "hash"> {
  createdAt: Date;
  confirmedAt: Date | null;
  endedAt: Date | null;
}

/** Differs from secret to secret, and tells nothing of it. */
export const ledgerKey = ({ people }: Pick<Secrets, "people">): string =>
  createHmac("sha256", people).update("callwright/erasures").digest("hex").slice(0, 16);

/** With its line break. */
export function ledgerLine(secrets: Pick<Secrets, "people">, { id, orgId, kind, hash, ...times }: DoneErasure): string {
  const createdAt = times.createdAt.toISOString();
  const line: LedgerLine = {
    id,
    orgId,
    kind,
    hash,
    createdAt,
    confirmedAt: times.confirmedAt?.toISOString() ?? createdAt,
    endedAt: times.endedAt?.toISOString() ?? createdAt,
    key: ledgerKey(secrets),
  };
  return `${JSON.stringify(line)}\n`;
}

/** What is no line of a ledger, as the end of a file that a crash has cut, is left out. */
export function readLedger(text: string): LedgerLine[] {
  return text.split("\n").flatMap((line) => {
    const read = Line.safeParse(readJson(line));
    return read.success ? [read.data] : [];
  });
}
