import { type Campaign, CreateCampaign, invalid, PlatformError } from "@callwright/contract";
import { createResourceService, plainEntity } from "../../platform/resource-kit/resource-service.ts";
import { changeCampaign, stateOf } from "./campaign-store.ts";
import { campaign } from "./tables.ts";

/** Campaigns without the results of their contacts and calls. */
export const campaigns = createResourceService<CreateCampaign, Campaign>({
  noun: "Campaign",
  table: campaign,
  schema: CreateCampaign,
  admit: ({ config, previous }) => {
    if (config.predialPlan?.enabled && !config.server?.url)
      throw invalid("server.url is required: predialPlan asks the campaign's server before each call");
    return previous?.state ?? { status: "scheduled" };
  },
  toEntity: (_, row) => {
    const { archivedFrom: _from, ...state } = stateOf(row);
    return { ...(plainEntity({ ...row, state }) as Campaign), ...NO_CALLS };
  },
  // A campaign that is restored stays stopped.
  release: async ({ db, now }, _orgId, { id }) =>
    void (await changeCampaign(db, id, ["scheduled", "in-progress"], { paused: true }, now())),
});

const NO_CALLS = {
  calls: {},
  callsCounterScheduled: 0,
  callsCounterQueued: 0,
  callsCounterInProgress: 0,
  callsCounterEnded: 0,
  callsCounterEndedVoicemail: 0,
};

/** Fails with `campaign-running` when it has started. */
export function requireNotStarted({ status }: Pick<Campaign, "status">, what: string): void {
  if (status !== "scheduled")
    throw new PlatformError("campaign-running", { what, instead: "Duplicate it, and change the copy." });
}
