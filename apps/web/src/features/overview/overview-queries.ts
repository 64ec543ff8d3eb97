import type { Client } from "@callwright/client";
import type { Assistant } from "@callwright/contract";
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { OVERVIEW_RANGES, type OverviewRange } from "./overview-search.ts";

const DAY_MS = 86_400_000;
/** Figures may be this old while the page is open. */
const POLL_MS = 30_000;
/** Calls of a busy organization change many times a second: the figures are not read again more often than this. */
const FRESH_MS = 5_000;

export const overviewKeys = { all: ["overview"] as const };

export function overviewQuery(client: Client, range: OverviewRange) {
  return queryOptions({
    queryKey: [...overviewKeys.all, range],
    queryFn: ({ signal }) => {
      const { days, step } = OVERVIEW_RANGES[range];
      const createdAtGe = new Date(Date.now() - days * DAY_MS).toISOString();
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      return client.analytics.getOverview({ query: { createdAtGe, step, timezone: timeZone }, signal });
    },
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
}

/** What an organization has done already. */
export interface DoneSteps {
  /** The assistant that its steps are about. */
  assistant: Assistant | undefined;
  /** The assistant was changed since it was made. */
  isChanged: boolean;
  hasModel: boolean;
  isReachable: boolean;
  /** The newest call, as long as it is the sample. */
  sampleCallId: string | undefined;
}

export function nextStepsQuery(client: Client) {
  return queryOptions({
    queryKey: ["next-steps"],
    queryFn: async ({ signal }): Promise<DoneSteps> => {
      const one = { query: { limit: 1 }, signal };
      const [assistants, credentials, tokens, numbers, calls] = await Promise.all([
        client.assistants.list(one),
        client.credentials.list(one),
        client.tokens.list({ query: { limit: 100 }, signal }),
        client.phoneNumbers.list(one),
        client.calls.listMetadata(one),
      ]);
      const [assistant] = assistants;
      const provider = assistant?.model?.provider ?? "callwright";
      return {
        assistant,
        isChanged: assistant !== undefined && assistant.updatedAt !== assistant.createdAt,
        hasModel: credentials.length > 0 || provider !== "callwright",
        isReachable: numbers.length > 0 || tokens.some(({ tag }) => tag === "public"),
        sampleCallId: calls.results[0]?.id,
      };
    },
  });
}

/** The uses of names that a provider will end. */
export function endingUsesQuery(client: Client) {
  return queryOptions({ queryKey: ["catalog", "ending"], queryFn: ({ signal }) => client.catalog.listEndingUses({ signal }) });
}

/** Calls have changed. */
export async function refreshOverview(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({
    queryKey: overviewKeys.all,
    predicate: ({ state }) => Date.now() - state.dataUpdatedAt > FRESH_MS,
  });
}
