import type { Client } from "@callwright/client";
import type { CreateAssistant, TestRun, TestSuite } from "@callwright/contract";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useClient } from "../../data/services.tsx";
import { suiteRunKeys } from "./suite-run-keys.ts";

/** Without a live connection, an open run is fetched this often. */
const OPEN_POLL_MS = 1_000;

export const isOpen = ({ status }: Pick<TestRun, "status">): boolean => status === "queued" || status === "in-progress";

export function suiteRunQuery(client: Client, suiteId: string, runId: string, isLive: boolean) {
  return queryOptions({
    queryKey: suiteRunKeys.one(suiteId, runId),
    queryFn: ({ signal }) => client.testRuns.get({ id: suiteId, runId, signal }),
    refetchInterval: ({ state }) => (!isLive && state.data && isOpen(state.data) ? OPEN_POLL_MS : false),
  });
}

/** Runs the whole suite with a draft, and gives the id of the run. */
export function useRunWithDraft(suite: TestSuite, onStarted: (runId: string) => void) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (assistant: CreateAssistant) => {
      const { id } = suite;
      if (isOfTestsAlone(suite)) return (await client.testRuns.create({ id, body: { assistant } })).id;
      const simulations = [{ type: "simulationSuite" as const, simulationSuiteId: id }];
      const body = { simulations, target: { type: "assistant" as const, assistant } };
      return (await client.simulationRuns.create({ body })).id;
    },
    onSuccess: (runId) => {
      void queryClient.invalidateQueries({ queryKey: suiteRunKeys.all });
      onStarted(runId);
    },
  });
}

/** A run of tests has neither callers nor simulations, and no line. */
const isOfTestsAlone = ({ callers = [], simulationIds = [], iterations = 1, medium, line }: TestSuite): boolean =>
  callers.length === 0 && simulationIds.length === 0 && iterations === 1 && medium === undefined && line === undefined;
