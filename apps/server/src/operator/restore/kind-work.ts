import type { HeldItem, HeldSummary } from "@callwright/contract";
import type { Database } from "../../platform/db/connect.ts";

/** What the operator of a restored server sees of a kind of held work, and may do with it. */
export interface KindWork {
  summary(): Promise<Omit<HeldSummary, "kind" | "resumedAt">>;
  /** At most `HELD_ITEMS_MAX`, the oldest first. */
  items(): Promise<HeldItem[]>;
  /** Returns why the item stays, as a sentence. Absent: items of this kind are not sent one by one. */
  send?(id: string): Promise<string | undefined>;
  /** Absent: items of this kind cannot be dropped. */
  drop?(id: string): Promise<string | undefined>;
  /** Runs in the transaction that resumes the kind: overdue items must not begin by themselves. */
  resume?(tx: Database, at: Date): Promise<void>;
}

/** For a kind whose items are not listed. */
export const noItems = async (): Promise<HeldItem[]> => [];

export const GONE = "It is no longer there.";

/** A time of the database, in ISO 8601. */
export const isoOf = (at: Date | string | null | undefined): string | undefined =>
  at === null || at === undefined ? undefined : new Date(at).toISOString();
