import type { ContactEvent, ContactOutcome, ContactStatus, Customer } from "@callwright/contract";
import { sql } from "drizzle-orm";
import { doublePrecision, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant, resourceTable } from "../../platform/db/table-columns.ts";

export const campaign = resourceTable("campaign");

/** The people of campaigns: a row for each, and how its calls went. */
export const campaignContact = pgTable(
  "campaign_contact",
  {
    id: text("id").primaryKey(),
    orgId: text("org_id").notNull(),
    campaignId: text("campaign_id")
      .notNull()
      .references(() => campaign.id, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    position: integer("position").notNull(),
    /** In E.164, unless the customer's `numberE164CheckEnabled` is false. */
    number: text("number").notNull(),
    /** The number that calls, of a dial plan. Null: the campaign's. */
    phoneNumberId: text("phone_number_id"),
    /** The contract's `Customer`. */
    customer: jsonb("customer").$type<Customer>().notNull(),
    /** Time zones that the number may be in. */
    timeZones: jsonb("time_zones").$type<string[]>().notNull(),
    status: text("status").$type<ContactStatus>().notNull().default("pending"),
    outcome: text("outcome").$type<ContactOutcome>(),
    reason: text("reason"),
    /** How often it was dialed. */
    attempts: integer("attempts").notNull().default(0),
    /** Retries since the start, or since the last redial. */
    retries: integer("retries").notNull().default(0),
    notBefore: instant("not_before"),
    /** Until then, one node prepares a call to this contact. */
    leaseExpiresAt: instant("lease_expires_at"),
    /** The newest call. It is inserted in the transaction that sets the status to `dispatched`. */
    callId: text("call_id"),
    /** Set before the line dials. A dispatched contact without it was not dialed. */
    dialedAt: instant("dialed_at"),
    /** US dollars of its ended calls. */
    cost: doublePrecision("cost").notNull().default(0),
    log: jsonb("log").$type<ContactEvent[]>().notNull().default([]),
  },
  (t) => [
    uniqueIndex("campaign_contact_place").on(t.campaignId, t.position),
    uniqueIndex("campaign_contact_number").on(t.campaignId, t.number),
    index("campaign_contact_pending").on(t.campaignId, t.position).where(sql`status = 'pending'`),
    index("campaign_contact_dispatched").on(t.campaignId).where(sql`status = 'dispatched'`),
  ],
);
