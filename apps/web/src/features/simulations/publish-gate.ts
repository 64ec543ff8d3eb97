import type { Client } from "@callwright/client";
import type { GateCheck, PublishGate, PublishGateState } from "@callwright/contract";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useIsLive } from "../../data/realtime/realtime-context.tsx";
import { useClient } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { suiteRunKeys } from "./suite-run-keys.ts";

/** Without a live connection, a gate whose suites run is fetched this often. */
const OPEN_POLL_MS = 1_000;

/** Under the key of runs: what a gate says changes with them. */
const gateKey = (assistantId: string) => [...suiteRunKeys.all, "gate", assistantId] as const;

function publishGateQuery(client: Client, assistantId: string, draftRevision: number | undefined, isLive: boolean) {
  return queryOptions({
    // What the suites say of one draft says nothing of the next one.
    queryKey: [...gateKey(assistantId), draftRevision],
    // A publication changes it, too, and is no run.
    staleTime: 0,
    queryFn: ({ signal }) => client.assistants.getPublishGate({ id: assistantId, signal }),
    refetchInterval: ({ state }) =>
      !isLive && state.data?.checks.some(({ status }) => status === "running") ? OPEN_POLL_MS : false,
  });
}

/** Undefined while it is loaded, and where the server has no gates. `draftRevision`: of the stored draft that would be published. */
export function usePublishGate(assistantId: string, draftRevision?: number): PublishGateState | undefined {
  const isOffered = useMayEdit("setPublishGate");
  return useQuery({ ...publishGateQuery(useClient(), assistantId, draftRevision, useIsLive()), enabled: isOffered }).data;
}

/** Sets the gate, or removes it. The screen shows it before the server has answered; until then, a new suite has no run. */
export function useSetGate(assistantId: string) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (gate: PublishGate | null) =>
      gate
        ? client.assistants.setPublishGate({ id: assistantId, body: gate })
        : client.assistants.deletePublishGate({ id: assistantId }),
    onMutate: (publishGate) =>
      void queryClient.setQueriesData<PublishGateState>(
        { queryKey: gateKey(assistantId) },
        (known) => known && changedGate(known, publishGate),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: suiteRunKeys.all }),
  });
}

function changedGate(known: PublishGateState, publishGate: PublishGate | null): PublishGateState {
  const checks = (publishGate?.suiteIds ?? []).map(
    (testSuiteId): GateCheck =>
      known.checks.find((check) => check.testSuiteId === testSuiteId) ?? {
        testSuiteId,
        status: "missing",
        passed: 0,
        total: 0,
        needed: 0,
      },
  );
  // The server knows whether the configuration was live before.
  return { ...known, publishGate, checks, isFree: checks.length === 0 };
}

/** Whether Publish waits for a suite, or a reason. */
export const isBlocked = (gate: PublishGateState | undefined): boolean =>
  gate !== undefined && !gate.isFree && gate.checks.some(({ status }) => status !== "passed");

/** The gate with or without a suite. Without any suite, there is no gate. */
export function withSuite(gate: PublishGate | undefined, id: string, isRequired: boolean): PublishGate | null {
  const others = (gate?.suiteIds ?? []).filter((each) => each !== id);
  const suiteIds = isRequired ? [...others, id] : others;
  return suiteIds.length === 0 ? null : { mode: "publish", ...gate, suiteIds };
}
