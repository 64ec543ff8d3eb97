import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { CAMPAIGN_UPLOAD_ROWS } from "../wire/limits.ts";
import { PlainPageQuery } from "../wire/list-query.ts";
import { describeRoutes } from "../wire/noun.ts";
import { pageOf } from "../wire/resource-routes.ts";
import { Campaign } from "./campaign.ts";
import { CampaignContact, CONTACT_STATUSES, ContactUpload, NewContact } from "./campaign-contact.ts";
import { campaignNoun } from "./campaign-noun.ts";
import { CONTACT_OUTCOMES } from "./campaign-rules.ts";

/** Contacts by their place in the campaign, in ascending order by default. */
export const ContactQuery = z.object({
  ...PlainPageQuery.shape,
  sortOrder: PlainPageQuery.shape.sortOrder.removeDefault().default("ASC"),
  status: z.enum(CONTACT_STATUSES).optional(),
  outcome: z.enum(CONTACT_OUTCOMES).optional(),
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
  /** Now, or `schedulePlan.earliestAt`. */
  startsAt: z.string(),
  /** With all retries. */
  maxCalls: count,
  /** Who talks. Absent: nobody was chosen. */
  agent: z.object({ kind: z.enum(["assistant", "squad", "workflow"]), name: z.string().optional() }).optional(),
  /** The numbers that call, or their names. */
  numbers: z.array(z.string()),
  /** A part of its calls has a known price above zero. If not, `maxCost` never pauses the campaign. */
  isPriced: z.boolean(),
});
export type CampaignPreview = z.infer<typeof CampaignPreview>;

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
