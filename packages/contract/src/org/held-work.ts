import { z } from "zod";
import { Id } from "../wire/entity.ts";

/**
 * Work that a restored server does not begin by itself until its operator resumes it, kind by kind.
 *
 * - `campaigns`: calls to contacts
 * - `scheduledCalls`: calls at their time
 * - `webhooks`: server messages from the outbox, with their retries
 * - `mails`: exports of calls by e-mail
 * - `carriers`: what tells carriers and SIP trunks that calls come here
 * - `jobs`: analysis, files, traces and runs, which ask models, websites and storages
 * - `purge`: deletion of old data, by retention or after `RESTORE_DAYS`
 */
export const HELD_KINDS = ["campaigns", "scheduledCalls", "webhooks", "mails", "carriers", "jobs", "purge"] as const;
export const HeldKind = z.enum(HELD_KINDS);
export type HeldKind = z.infer<typeof HeldKind>;

/** Maximum overdue items of each kind that the page of a restored server lists, and that one request sends or drops. */
export const HELD_ITEMS_MAX = 100;
/** How long the code of `npm run restore` unlocks the page. */
export const RESTORE_UNLOCK_MS = 3_600_000;

export const UnlockRestore = z.strictObject({ code: z.string().max(100) });
export type UnlockRestore = z.infer<typeof UnlockRestore>;

export const HeldItems = z.strictObject({ ids: z.array(Id).min(1).max(HELD_ITEMS_MAX) });
export type HeldItems = z.infer<typeof HeldItems>;

/** A kind of held work in numbers. Their meaning depends on the kind. */
export interface HeldSummary {
  kind: HeldKind;
  /** ISO 8601. Absent: it is held. */
  resumedAt?: string;
  /** All waiting items. */
  held: number;
  /** Items that begin automatically after the resume. */
  ahead: number;
  /** Items that do not begin, because their time has passed. */
  overdue: number;
  /** When the oldest was due, ISO 8601. */
  oldestAt?: string;
  /** When the next happens, ISO 8601. */
  nextAt?: string;
  /** People of campaigns who were not called yet. */
  people?: number;
  /** Addresses of webhooks. */
  addresses?: string[];
}

/** An item whose time has passed, or a number of a carrier. */
export interface HeldItem {
  id: string;
  /** The name of its organization. */
  org: string;
  /** A person, an address, a type. */
  name: string;
  detail: string;
  /** ISO 8601. Absent for numbers. */
  dueAt?: string;
}

/** What became of the items of a request. */
export interface HeldItemsDone {
  done: number;
  /** Why some items stay held, in sentences. */
  problems: string[];
}

/** What the page of a restored server shows. Times are in ISO 8601. */
export interface RestoreState {
  backupMadeAt: string;
  restoredAt: string;
  /** The user and the machine that restored it. */
  restoredBy: string;
  /** `sealed`: unchanged, by the SECRET of this server. `complete`: whole, but its owner could have changed it. */
  checked: "sealed" | "complete";
  /** PUBLIC_URL of the server that made the backup. */
  oldUrl?: string;
  /** The present one. */
  url?: string;
  lockedAt: string;
  kinds: HeldSummary[];
}

/** Whether the server that made the backup still answers at its address. */
export interface OldServer {
  answers: boolean;
  /** ISO 8601. */
  askedAt: string;
}
