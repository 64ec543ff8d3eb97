import type { Client } from "@callwright/client";
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

/** What a new organization has done already. */
export interface DoneSteps {
  /** The assistant that its steps link to. */
  assistantId: string | undefined;
  hasKey: boolean;
  isEmbedded: boolean;
}

export function nextStepsQuery(client: Client) {
  return queryOptions({
    queryKey: ["next-steps"],
    queryFn: async ({ signal }): Promise<DoneSteps> => {
      const [assistants, credentials, tokens] = await Promise.all([
        client.assistants.list({ query: { limit: 1 }, signal }),
        client.credentials.list({ query: { limit: 1 }, signal }),
        client.tokens.list({ query: { limit: 100 }, signal }),
      ]);
      return {
        assistantId: assistants[0]?.id,
        hasKey: credentials.length > 0,
        isEmbedded: tokens.some(({ tag }) => tag === "public"),
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
