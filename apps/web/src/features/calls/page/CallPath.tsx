import type { Call, CallEvent } from "@callwright/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import { runningOf } from "../../../kit/canvas/running.ts";
import { EmptyNote } from "../../../kit/EmptyNote.tsx";
import { late } from "../../../kit/late.tsx";
import { PageSkeleton } from "../../../kit/PageSkeleton.tsx";
import { referenceTo } from "../../../resource/form/references.ts";
import { callOf } from "../../../resource/resource-calls.ts";
import { resourceKeys } from "../../../resource/resource-queries.ts";
import { isRunning } from "../call-queries.ts";

const WorkflowPath = late(async () => (await import("../../workflows/canvas/WorkflowPath.tsx")).WorkflowPath, <PageSkeleton />);
const SquadPath = late(async () => (await import("../../squads/canvas/SquadPath.tsx")).SquadPath, <PageSkeleton />);

interface CallPathProps {
  call: Call;
  events: readonly CallEvent[];
  /** Plays the recording from there. Absent: there is no recording. */
  onPlay: ((ms: number) => void) | undefined;
}

/** Does the call have a path: did agents of a squad or a workflow have it? */
export function hasPath(events: readonly CallEvent[]): boolean {
  return events.some(({ type }) => type === "agent.started");
}

/** The path that a call took through its squad or workflow. A chosen node plays its part of the recording; chosen again, its next one. */
export function CallPath({ call, events, onPlay }: CallPathProps) {
  const { t } = useTranslation();
  const starts = useMemo(
    () => events.flatMap((event) => (event.type === "agent.started" ? [{ atMs: event.atMs, agent: event.payload }] : [])),
    [events],
  );
  const running = useMemo(
    () =>
      runningOf(
        starts.map(({ agent }) => agent),
        !isRunning(call),
      ),
    [starts, call],
  );
  const opened = useRef<{ name: string; visit: number }>(undefined);
  const { inline, stored } = useAgents(call);
  const agents = inline ?? stored.data;
  if (!running) return null;
  if (!agents) {
    if (stored.isPending && stored.isFetching) return <PageSkeleton />;
    return <EmptyNote title={t("call.noPath")} body={t("call.noPathBody")} />;
  }
  const open = (name: string) => {
    const own = starts.filter(({ agent }) => agent.name === name);
    const visit = name === opened.current?.name ? (opened.current.visit + 1) % own.length : 0;
    opened.current = { name, visit };
    const start = own[visit];
    if (start) onPlay?.(start.atMs);
  };
  const Path = "nodes" in agents ? WorkflowPath : SquadPath;
  return <Path workflow={agents} squad={agents} running={running} onPlay={onPlay && open} />;
}

type Definition = Readonly<Record<string, unknown>>;

/** The squad or workflow of a call: as it was defined inline, or as it is stored now. */
function useAgents({ workflow, workflowId, squad, squadId }: Call) {
  const client = useClient();
  const id = workflowId ?? squadId ?? undefined;
  const kind = referenceTo(workflowId ? "workflows" : "squads");
  const stored = useQuery({
    queryKey: resourceKeys.one(kind.path, id ?? ""),
    queryFn: async ({ signal }) => (await callOf(client, kind, "get")?.({ id: id ?? "", signal })) as Definition,
    enabled: id !== undefined,
    retry: false,
  });
  return { inline: (workflow ?? squad ?? undefined) as Definition | undefined, stored };
}
