import type { Client } from "@callwright/client";
import {
  type CreatedSimulationRun,
  LIST_LIMIT,
  type ListedSimulationRun,
  type SimulationRun,
  type TestSuite,
} from "@callwright/contract";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useIsLive } from "../../data/realtime/realtime-context.tsx";
import { useClient } from "../../data/services.tsx";
import { resourceKeys } from "../../resource/resource-queries.ts";
import { type RunChoice, startBody, targetOf } from "./start-body.ts";
import { suiteRunKeys } from "./suite-run-keys.ts";

/** Without a live connection, an open run is fetched this often. */
const OPEN_POLL_MS = 1_000;
const LISTED_RUNS = 50;
/** The list of suites reads the newest runs of all suites at once. */
const NEWEST_RUNS = 100;

export const isRunOpen = ({ status }: Pick<SimulationRun, "status">): boolean => status !== "ended";

/** A run of all tests of its suite, with all of its callers. */
export function isWholeRun({ simulations }: Pick<SimulationRun, "simulations">): boolean {
  return simulations.every((entry) => entry.testIds === undefined && entry.callers === undefined);
}

const pollWhile = (isLive: boolean, isOpen: boolean) => (!isLive && isOpen ? OPEN_POLL_MS : false);

/** The newest runs of a suite, and how many there are. */
export function runsOfSuiteQuery(client: Client, testSuiteId: string, isLive: boolean) {
  return queryOptions({
    queryKey: suiteRunKeys.ofSuite(testSuiteId),
    queryFn: async ({ signal }) => {
      const query = { testSuiteId, limit: LISTED_RUNS };
      const { results, metadata } = await client.simulationRuns.list({ query, signal });
      return { runs: results, total: metadata.totalItems };
    },
    refetchInterval: ({ state }) => pollWhile(isLive, state.data?.runs.some(isRunOpen) ?? false),
  });
}

/** The newest runs of all suites. */
function newestRunsQuery(client: Client, isLive: boolean) {
  return queryOptions({
    queryKey: suiteRunKeys.newest,
    queryFn: async ({ signal }) => (await client.simulationRuns.list({ query: { limit: NEWEST_RUNS }, signal })).results,
    refetchInterval: ({ state }) => pollWhile(isLive, state.data?.some(isRunOpen) ?? false),
  });
}

/** The last runs of a suite, for a row of the list of suites: newest first. Undefined while they are loaded. */
export function useLastRuns(testSuiteId: string): readonly ListedSimulationRun[] | undefined {
  const client = useClient();
  const isLive = useIsLive();
  const newest = useQuery(newestRunsQuery(client, isLive)).data;
  const known = newest?.filter((run) => run.testSuiteId === testSuiteId);
  // A suite that has not run for long is not among them.
  const needsOwn = newest !== undefined && known?.length === 0 && newest.length >= NEWEST_RUNS;
  const own = useQuery({ ...runsOfSuiteQuery(client, testSuiteId, isLive), enabled: needsOwn }).data;
  return needsOwn ? own?.runs : known;
}

/** Callers of the organization, newest first. */
export function ownCallersQuery(client: Client) {
  return queryOptions({
    queryKey: resourceKeys.list("personalities", {}),
    queryFn: ({ signal }) => client.personalities.list({ query: { limit: LIST_LIMIT.max }, signal }),
  });
}

export function simulationRunQuery(client: Client, id: string, isLive: boolean) {
  return queryOptions({
    queryKey: suiteRunKeys.run(id),
    queryFn: ({ signal }) => client.simulationRuns.get({ id, signal }),
    refetchInterval: ({ state }) => pollWhile(isLive, state.data !== undefined && isRunOpen(state.data)),
  });
}

/** A run as a table, without conversations. */
export function matrixQuery(client: Client, id: string, isLive: boolean) {
  return queryOptions({
    queryKey: suiteRunKeys.matrix(id),
    queryFn: ({ signal }) => client.simulationRuns.getMatrix({ id, signal }),
    refetchInterval: ({ state }) => pollWhile(isLive, state.data?.cells.some(({ open }) => open > 0) ?? false),
  });
}

/** The items of one scenario with one caller, without conversations. */
export function itemsQuery(client: Client, id: string, simulationId: string) {
  return queryOptions({
    queryKey: suiteRunKeys.items(id, simulationId),
    queryFn: ({ signal }) => client.simulationRuns.listItems({ id, query: { simulationId, limit: LIST_LIMIT.max }, signal }),
  });
}

/** An item with its conversation. */
export function itemQuery(client: Client, id: string, itemId: string) {
  return queryOptions({
    queryKey: suiteRunKeys.item(id, itemId),
    queryFn: ({ signal }) => client.simulationRuns.getItem({ id, itemId, signal }),
  });
}

/** Starts a run of a suite, or of a part of it. */
export function useStartSimulations(suite: TestSuite, onStarted: (run: CreatedSimulationRun) => void = () => undefined) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (choice: RunChoice) =>
      client.simulationRuns.create({ body: startBody(suite.id, choice, await targetOf(client, suite, choice)) }),
    onSuccess: (run) => {
      void queryClient.invalidateQueries({ queryKey: suiteRunKeys.all });
      onStarted(run);
    },
  });
}

/** What a run of a suite, or of a part of it, would cost. */
export function estimateQuery(client: Client, suite: TestSuite, choice: RunChoice) {
  return queryOptions({
    // The suite with its tests, the draft and prices change it.
    queryKey: suiteRunKeys.estimate(suite.id, choice),
    queryFn: async ({ signal }) => {
      const body = startBody(suite.id, choice, await targetOf(client, suite, choice));
      return client.simulationRuns.estimate({ body, signal });
    },
    staleTime: 0,
    retry: false,
  });
}

export function useCancelSimulations(id: string) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.simulationRuns.cancel({ id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: suiteRunKeys.all }),
  });
}
