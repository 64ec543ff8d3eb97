import type { Database } from "../../../platform/db/connect.ts";

/** A file or a web page that has not been read. */
export interface Unread {
  orgId: string;
  id: string;
}

/** Adds a job that reads it, in the transaction of `tx`. What already has one gets no second. */
export type AddReading = (tx: Database, unread: Unread) => Promise<void>;
