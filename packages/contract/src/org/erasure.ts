import { z } from "zod";
import { EntityFields } from "../wire/entity.ts";
import { PlainPageQuery } from "../wire/list-query.ts";
import { describeRoutes } from "../wire/noun.ts";
import { pageOf } from "../wire/resource-routes.ts";
import { erasureNoun } from "./erasure-noun.ts";

/**
 * ```
 *   counting ──▶ counted ── confirmed ──▶ erasing ──▶ done
 *                   └── not confirmed for a day: it is dropped
 * ```
 */
export const ERASURE_STATES = ["counting", "counted", "erasing", "done"] as const;

/** What names a person: a telephone number in E.164, a SIP address, or an e-mail address. */
export const PERSON_KINDS = ["number", "sip", "email"] as const;
export type PersonKind = (typeof PERSON_KINDS)[number];

/** What is stored about people. `doNotCall` entries are kept as a keyed hash, and `auditEvents` without the number or address. */
export const ERASED_KINDS = [
  "calls",
  "callEvents",
  "recordings",
  "notes",
  "sessions",
  "chats",
  "contacts",
  "rehearsals",
  "serverMessages",
  "tests",
  "personalities",
  "testRuns",
  "exports",
  "savedViews",
  "doNotCall",
  "auditEvents",
] as const;
export type ErasedKind = (typeof ERASED_KINDS)[number];

const ErasureCounts = z.partialRecord(z.enum(ERASED_KINDS), z.number().int());
export type ErasureCounts = z.infer<typeof ErasureCounts>;

/** A file that this server could not delete in the organization's own storage. */
export const ErasureLeft = z.object({
  /** `s3://bucket/folder/file.wav` */
  location: z.string(),
  /** A sentence. */
  reason: z.string(),
});
export type ErasureLeft = z.infer<typeof ErasureLeft>;

/** The deletion of everything about a person. It keeps a keyed hash of the number or address, and never the number or address itself. */
export const Erasure = z.looseObject({
  ...EntityFields,
  state: z.enum(ERASURE_STATES),
  kind: z.enum(PERSON_KINDS),
  /** HMAC-SHA256 of the number or address in hex, with a key of this server. */
  hash: z.string(),
  /** What there is to delete. Absent while it is counted. */
  found: ErasureCounts.optional(),
  /** What was deleted so far. */
  erased: ErasureCounts,
  /** What it waits for, as sentences: a call that runs, a storage that does not answer. */
  waitingFor: z.array(z.string()),
  left: z.array(ErasureLeft),
  /** Who else has got data of these calls and chats: the organization's servers, carriers, models, storage. */
  elsewhere: z.array(z.string()),
  /** What was created until then is deleted. */
  confirmedAt: z.string().optional(),
  endedAt: z.string().optional(),
  /** It was carried out again, because a backup from before it was restored. */
  isRepeated: z.boolean(),
});
export type Erasure = z.infer<typeof Erasure>;

const Person = z.string().trim().min(1).max(1000).meta({
  description: "A telephone number in E.164 (`+4930123456`), a SIP address (`sip:ann@pbx.example.com`) or an e-mail address.",
});

/** Deletes for good what is stored about a person. For admins. Callwright only. */
export const erasureRoutes = describeRoutes(erasureNoun.addresses, {
  createErasure: {
    role: "admin",
    body: z.strictObject({ person: Person }),
    response: Erasure,
    status: 201,
    summary: "Count what is stored about a person; nothing is deleted before it is confirmed",
  },
  listErasures: {
    role: "admin",
    query: PlainPageQuery.omit({ search: true }),
    response: pageOf(Erasure),
    summary: "List the erasures, newest first",
  },
  getErasure: { role: "admin", response: Erasure, summary: "Get an erasure: its counts, and how far it is" },
  confirmErasure: {
    role: "admin",
    body: z.strictObject({ person: Person }),
    response: Erasure,
    summary: "Delete for good what was counted. The body names the same person again",
  },
  getErasureReport: {
    role: "admin",
    response: z.string(),
    mediaType: "text/plain",
    summary: "Get the report of an erasure as text",
  },
});
