import type { AssistantFigures } from "@callwright/contract";
import { useQueries } from "@tanstack/react-query";
import { useClient, useServices } from "../../../data/services.tsx";

/** Ids of one request: longer addresses are refused. */
const IDS_PER_REQUEST = 100;
/** Figures may be this old while the list is open. */
const POLL_MS = 60_000;

/** The figures of the loaded assistants, by id. They arrive after the list. */
export function useAssistantFigures(entities: readonly { id: string }[] = []) {
  const client = useClient();
  const { dataHost } = useServices();
  const hasFigures = dataHost.offers("listAssistantFigures");
  const ids = entities.map(({ id }) => id);
  const parts = Array.from({ length: Math.ceil(ids.length / IDS_PER_REQUEST) }, (_, index) =>
    ids.slice(index * IDS_PER_REQUEST, (index + 1) * IDS_PER_REQUEST).join(","),
  );
  const figures = useQueries({
    queries: parts.map((assistantIdAny) => ({
      queryKey: ["assistant-figures", assistantIdAny],
      queryFn: ({ signal }: { signal: AbortSignal }) => client.listAssistantFigures({ query: { assistantIdAny }, signal }),
      enabled: hasFigures,
      refetchInterval: POLL_MS,
    })),
    combine: byId,
  });
  return { figures, hasFigures };
}

/** Outside of the hook, so that the map is the same until an answer changes. */
function byId(answers: readonly { data?: AssistantFigures[] | undefined }[]): ReadonlyMap<string, AssistantFigures> {
  return new Map(answers.flatMap(({ data = [] }) => data.map((each) => [each.assistantId, each] as const)));
}
