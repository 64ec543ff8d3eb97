import type { Client } from "@callwright/client";
import { queryOptions } from "@tanstack/react-query";

export const toolRunKeys = { all: ["tool-runs"] as const, of: (toolId: string) => ["tool-runs", toolId] as const };

/** The last runs of a tool, newest first. */
export function toolRunsQuery(client: Client, toolId: string) {
  return queryOptions({
    queryKey: toolRunKeys.of(toolId),
    queryFn: ({ signal }) => client.tools.listRuns({ id: toolId, signal }),
  });
}
