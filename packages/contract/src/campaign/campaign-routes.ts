import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { CAMPAIGN_UPLOAD_ROWS } from "../wire/limits.ts";
import { PlainPageQuery } from "../wire/list-query.ts";
import { pageOf } from "../wire/resource-routes.ts";
import { defineRoutes } from "../wire/route.ts";
import { Campaign } from "./campaign.ts";
import { CampaignContact, CONTACT_STATUSES, ContactUpload, NewContact } from "./campaign-contact.ts";
import { CONTACT_OUTCOMES } from "./campaign-rules.ts";

/** By place in the campaign, in ascending order by default. */
export const ContactQuery = z.object({
  ...PlainPageQuery.shape,
  sortOrder: PlainPageQuery.shape.sortOrder.removeDefault().default("ASC"),
  status: z.enum(CONTACT_STATUSES).optional(),
  outcome: z.enum(CONTACT_OUTCOMES).optional(),
});
export type ContactQuery = z.infer<typeof ContactQuery>;

const step = { method: "POST", scope: "private", role: "editor", response: Campaign, status: 200 } as const;

/** What a campaign is told to do. Callwright only. */
export const campaignStepRoutes = defineRoutes({
  rehearseCampaign: {
    ...step,
    path: "/campaign/{id}/rehearsal",
    summary: "Call random contacts on the simulated line, before the start",
  },
  pauseCampaign: { ...step, path: "/campaign/{id}/pause", summary: "Pause a campaign; running calls continue" },
  resumeCampaign: { ...step, path: "/campaign/{id}/resume", summary: "Start or resume a paused campaign" },
  redialCampaign: {
    ...step,
    path: "/campaign/{id}/redial",
    body: z.strictObject({ outcomes: z.array(z.enum(CONTACT_OUTCOMES)).min(1) }),
    summary: "Call the contacts with these outcomes again",
  },
  unarchiveCampaign: { ...step, path: "/campaign/{id}/unarchive", summary: "Bring a campaign back from the archive" },
});

/** The people of a campaign. Callwright only. */
export const campaignContactRoutes = defineRoutes({
  listCampaignContacts: {
    method: "GET",
    path: "/campaign/{id}/contact",
    scope: "private",
    role: "viewer",
    query: ContactQuery,
    response: pageOf(CampaignContact),
    status: 200,
    summary: "List the contacts of a campaign",
  },
  addCampaignContacts: {
    method: "POST",
    path: "/campaign/{id}/contact",
    scope: "private",
    role: "editor",
    body: z.strictObject({
      contacts: z.array(NewContact).min(1).max(CAMPAIGN_UPLOAD_ROWS),
      /** The number that calls them. Default: the campaign's. */
      phoneNumberId: Id.optional(),
    }),
    response: ContactUpload,
    status: 201,
    summary: "Add contacts; the response names the rows that were not stored",
  },
  removeCampaignContacts: {
    method: "DELETE",
    path: "/campaign/{id}/contact",
    scope: "private",
    role: "editor",
    response: z.void(),
    status: 200,
    summary: "Remove all contacts before the start",
  },
  exportCampaign: {
    method: "GET",
    path: "/campaign/{id}/report",
    scope: "private",
    role: "viewer",
    response: z.string(),
    mediaType: "text/csv",
    status: 200,
    summary: "Download the report of a campaign: a row for each contact",
  },
});
