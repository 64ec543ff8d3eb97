import { z } from "zod";
import { EntityFields, Id } from "../wire/entity.ts";
import { CAMPAIGN_CELL_MAX_CHARACTERS } from "../wire/limits.ts";
import { CONTACT_OUTCOMES } from "./campaign-rules.ts";

/**
 * ```
 *   pending ──▶ dispatched ──▶ completed   it was called
 *    │  ▲           ├────────▶ failed      the call failed, or the server stopped during it
 *    │  └── retry ──┘
 *    ├──▶ skipped                          it was not called, and the outcome says why
 *    └──▶ predialFailed                    your server did not answer before the call
 * ```
 */
export const CONTACT_STATUSES = ["pending", "dispatched", "completed", "failed", "skipped", "predialFailed"] as const;
export type ContactStatus = (typeof CONTACT_STATUSES)[number];

const count = z.number().int();

export const ContactCounters = z.object({
  pending: count,
  dispatched: count,
  completed: count,
  failed: count,
  skipped: count,
  predialFailed: count,
});
export type ContactCounters = z.infer<typeof ContactCounters>;

/** Contacts by outcome, except outcomes with 0. */
export const OutcomeCounters = z.partialRecord(z.enum(CONTACT_OUTCOMES), count);
export type OutcomeCounters = z.infer<typeof OutcomeCounters>;

const Cell = z.string().max(CAMPAIGN_CELL_MAX_CHARACTERS);

/** A row of the table of people, as it is uploaded. */
export const NewContact = z.strictObject({
  /** Its number in the table, for errors. Default: its place in the upload, from 1. */
  row: z.number().int().min(0).optional(),
  /** International, or national with a country. */
  number: Cell,
  name: Cell.optional(),
  /** Its code (`DE`) or its name (`Germany`, `United States`). Default: the campaign's. */
  country: Cell.optional(),
  timeZone: Cell.optional(),
  variables: z.record(Cell, z.unknown()).optional(),
});
export type NewContact = z.infer<typeof NewContact>;

/** A row that was not stored. */
export const ContactError = z.object({
  row: count,
  number: z.string(),
  /** The person's. */
  name: z.string().optional(),
  /** The field with the mistake. */
  field: z.string(),
  /** What stands there, at most 100 characters. Absent: nothing does, or it is the number. */
  value: z.string().optional(),
  reason: z.string(),
  /** A contact has this number already. */
  isDuplicate: z.boolean().optional(),
});
export type ContactError = z.infer<typeof ContactError>;

/** Mistakes of the same kind, and the number of rows that have them. */
const ContactErrorCause = z.object({ field: z.string(), reason: z.string(), rows: count });
type ContactErrorCause = z.infer<typeof ContactErrorCause>;

/** All mistakes by their cause, the most frequent first. People who are in the list already are one cause. */
export function causesOf(errors: readonly Pick<ContactError, "field" | "reason" | "isDuplicate">[]): ContactErrorCause[] {
  const causes = new Map<string, ContactErrorCause>();
  for (const { field, reason: full, isDuplicate } of errors) {
    const reason = isDuplicate ? "is already in the list" : full;
    const cause = causes.get(`${field} ${reason}`) ?? { field, reason, rows: 0 };
    causes.set(`${field} ${reason}`, { ...cause, rows: cause.rows + 1 });
  }
  return [...causes.values()].sort((one, other) => other.rows - one.rows);
}

/** A row as an upload would read it. */
export const CheckedContact = z.object({
  row: count,
  /** In E.164. Absent: the row has a mistake. */
  number: z.string().optional(),
  /** The country of the number, two letters. */
  country: z.string().optional(),
  problem: z
    .object({
      field: z.string(),
      reason: z.string(),
      /** It is national, and neither the row nor the campaign names a country. */
      lacksCountry: z.boolean().optional(),
    })
    .optional(),
  /** A contact of the campaign has this number already. */
  isInList: z.boolean().optional(),
  isOnDoNotCallList: z.boolean().optional(),
});
export type CheckedContact = z.infer<typeof CheckedContact>;

export const ContactUpload = z.object({
  added: count,
  /** Every row that was not stored. */
  errors: z.array(ContactError),
  causes: z.array(ContactErrorCause),
});
export type ContactUpload = z.infer<typeof ContactUpload>;

/** One event of a contact. */
export const ContactEvent = z.object({
  at: z.string(),
  what: z.enum(["called", "ended", "retry", "redial", "released", "skipped"]),
  callId: Id.optional(),
  outcome: z.enum(CONTACT_OUTCOMES).optional(),
  /** A sentence, or a call's `endedReason`. */
  detail: z.string().optional(),
});
export type ContactEvent = z.infer<typeof ContactEvent>;

/** A person whom a campaign calls. */
export const CampaignContact = z.looseObject({
  ...EntityFields,
  campaignId: Id,
  /** Place in the campaign, from 1. */
  position: count,
  /** In E.164. */
  number: z.string(),
  name: z.string().optional(),
  variables: z.record(z.string(), z.unknown()),
  /** The calling number. */
  phoneNumberId: Id.optional(),
  /** The countries that the number may belong to. */
  timeZones: z.array(z.string()),
  status: z.enum(CONTACT_STATUSES),
  outcome: z.enum(CONTACT_OUTCOMES).optional(),
  /** More about the outcome. */
  reason: z.string().optional(),
  /** How often it was dialed. */
  attempts: count,
  callId: Id.optional(),
  /** Not called before this time. */
  notBefore: z.string().optional(),
  cost: z.number(),
  log: z.array(ContactEvent),
});
export type CampaignContact = z.infer<typeof CampaignContact>;
