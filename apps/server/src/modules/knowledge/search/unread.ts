import type { Database } from "../../../platform/db/connect.ts";

/** A file or a web page that has not been read. */
export interface Unread {
  orgId: string;
  id: string;
}

/** Adds a reading job in the transaction of `tx`. A text that has a job gets no second one. */
export type AddReading = (tx: Database, unread: Unread) => Promise<void>;
