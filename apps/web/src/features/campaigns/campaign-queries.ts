import type { Client } from "@callwright/client";
import type { Campaign, ContactQuery, UpdateCampaign } from "@callwright/contract";
import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { useClient } from "../../data/services.tsx";
import { resourceKeys } from "../../resource/resource-queries.ts";
import { campaignKeys } from "./campaign-keys.ts";

/** Without a live connection, a running campaign is fetched this often. */
const RUNNING_POLL_MS = 2_000;

export const isOver = ({ status }: Pick<Campaign, "status">): boolean => status !== "scheduled" && status !== "in-progress";

/** A campaign with its counters, without its contacts and calls: lists leave them out. */
export function campaignQuery(client: Client, id: string, isLive: boolean) {
  return queryOptions({
    queryKey: campaignKeys.one(id),
    queryFn: async ({ signal }) => (await client.campaigns.list({ query: { id, limit: 1 }, signal })).results[0],
    refetchInterval: ({ state: { data } }) => (!isLive && data && !isOver(data) ? RUNNING_POLL_MS : false),
  });
}

export function contactsQuery(client: Client, id: string, query: Partial<ContactQuery>) {
  return queryOptions({
    queryKey: campaignKeys.contacts(id, query),
    queryFn: ({ signal }) => client.campaigns.listContacts({ id, query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Changes a campaign, or starts an action. */
export function useCampaignStep<Input = void, Answer = unknown>(act: (client: Client, input: Input) => Promise<Answer>) {
  const client = useClient();
  return useMutation({
    mutationFn: (input: Input) => act(client, input),
    meta: { changes: [campaignKeys.all, resourceKeys.all("campaigns")], failure: (reason) => reason },
  });
}

export function useSaveCampaign(id: string) {
  return useCampaignStep((client, body: UpdateCampaign) => client.campaigns.update({ id, body }));
}
