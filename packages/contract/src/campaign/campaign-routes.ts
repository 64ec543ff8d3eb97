import { z } from "zod";
import { CallPreview, PreviewedAgent } from "../call/call-phone.ts";
import { Id } from "../wire/entity.ts";
import { CAMPAIGN_UPLOAD_ROWS } from "../wire/limits.ts";
import { PlainPageQuery } from "../wire/list-query.ts";
import { describeRoutes } from "../wire/noun.ts";
import { pageOf } from "../wire/resource-routes.ts";
import { TimeZone } from "../wire/time-zone.ts";
import { Campaign } from "./campaign.ts";
import { CampaignContact, CheckedContact, CONTACT_STATUSES, ContactUpload, NewContact } from "./campaign-contact.ts";
import { campaignNoun } from "./campaign-noun.ts";
import { CONTACT_OUTCOMES } from "./campaign-rules.ts";

/** Contacts by their place in the campaign, in ascending order by default. */
export const ContactQuery = z.object({
  ...PlainPageQuery.shape,
  sortOrder: PlainPageQuery.shape.sortOrder.removeDefault().default("ASC"),
  status: z.enum(CONTACT_STATUSES).optional(),
  outcome: z.enum(CONTACT_OUTCOMES).optional(),
  /** Whether they were called before. Callwright only. */
  called: z.enum(["true", "false"]).optional(),
});
export type ContactQuery = z.infer<typeof ContactQuery>;

const count = z.number().int();

/** What a campaign would do if it started now. */
export const CampaignPreview = z.object({
  /** Contacts that wait. */
  people: count,
  /** Of these, those on the do-not-call list. They are not called. */
  doNotCall: count,
  /** Of the others, those whose calling hours are open at the start. */
  atOnce: count,
  /** Those whose hours open later. The first of them may be called at `opensAt`. */
  later: count,
  opensAt: z.string().optional(),
  /** Those whose hours are never open in all time zones that the number may be in. They are not called. */
  never: count,
  /** Those of `later` by the time when they may be called, the first 20 times. `timeZones`: of some of these people. */
  openings: z.array(z.object({ at: z.string(), people: count, timeZones: z.array(z.string()) })),
  /** Now, or `schedulePlan.earliestAt`. */
  startsAt: z.string(),
  /** With all retries. */
  maxCalls: count,
  /** Who talks. Absent: nobody was chosen. */
  agent: PreviewedAgent.optional(),
  /** What is recorded. Absent: nobody was chosen. */
  recording: CallPreview.shape.recording.optional(),
  /** Expected US dollars a minute. Absent: nobody was chosen. */
  minute: CallPreview.shape.minute.optional(),
  /** The numbers that call, or their names. */
  numbers: z.array(z.string()),
  /** A part of its calls has a known price above zero. If not, `maxCost` never pauses the campaign. */
  isPriced: z.boolean(),
});
export type CampaignPreview = z.infer<typeof CampaignPreview>;

/** An hour of the day, by the clock of the query's time zone. A call is answered when a person speaks, not a mailbox. */
const CampaignHour = z.object({
  hour: z.number().int().min(0).max(23),
  /** Calls of this campaign that have ended. */
  calls: count,
  answered: count,
  /** Those of the organization's other campaigns in the last 90 days. */
  earlierCalls: count,
  earlierAnswered: count,
});
export type CampaignHour = z.infer<typeof CampaignHour>;

const step = { response: Campaign } as const;

/** The steps of a campaign. Callwright only. */
export const campaignStepRoutes = describeRoutes(campaignNoun.addresses, {
  previewCampaign: { response: CampaignPreview, summary: "Get what a campaign would do if it started now" },
  rehearseCampaign: {
    ...step,
    summary: "Call random contacts on the simulated line, before the start",
  },
  pauseCampaign: { ...step, summary: "Pause a campaign; running calls continue" },
  resumeCampaign: { ...step, summary: "Start or resume a paused campaign" },
  redialCampaign: {
    ...step,
    body: z.strictObject({ outcomes: z.array(z.enum(CONTACT_OUTCOMES)).min(1) }),
    summary: "Call the contacts with these outcomes again",
  },
  unarchiveCampaign: { ...step, summary: "Bring a campaign back from the archive" },
});

/** The people of a campaign. Callwright only. */
export const campaignContactRoutes = describeRoutes(campaignNoun.addresses, {
  listCampaignContacts: {
    query: ContactQuery,
    response: pageOf(CampaignContact),
    summary: "List the contacts of a campaign",
  },
  addCampaignContacts: {
    body: z.strictObject({
      contacts: z.array(NewContact).min(1).max(CAMPAIGN_UPLOAD_ROWS),
      /** The calling number. Default: the campaign's. */
      phoneNumberId: Id.optional(),
    }),
    response: ContactUpload,
    status: 201,
    summary: "Add contacts; the response names the rows that were not stored",
  },
  checkCampaignContacts: {
    body: z.strictObject({ contacts: z.array(NewContact).min(1).max(CAMPAIGN_UPLOAD_ROWS) }),
    response: z.object({ contacts: z.array(CheckedContact) }),
    summary: "Get how an upload would read these rows, without adding them",
  },
  listCampaignHours: {
    /** `timeZone`: of the hours. Default: UTC. */
    query: z.object({ timeZone: TimeZone.default("UTC") }),
    response: z.array(CampaignHour),
    summary: "Get how many calls of a campaign were answered, by the hour of the day",
  },
  removeCampaignContacts: {
    response: z.void(),
    summary: "Remove all contacts before the start",
  },
  exportCampaign: {
    response: z.string(),
    mediaType: "text/csv",
    summary: "Download the report of a campaign: a row for each contact",
  },
});
