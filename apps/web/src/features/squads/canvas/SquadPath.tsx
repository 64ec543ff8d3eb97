import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { PathCanvas } from "../../../kit/canvas/PathCanvas.tsx";
import type { Running } from "../../../kit/canvas/running.ts";
import { EmptyNote } from "../../../kit/EmptyNote.tsx";
import { drawSquad } from "./draw-squad.ts";
import { agentNames, handoffsOf, membersOf } from "./squad-graph.ts";
import { useStoredAssistants } from "./use-stored-assistants.ts";

interface SquadPathProps {
  squad: Readonly<Record<string, unknown>>;
  running: Running;
  onPlay: ((name: string) => void) | undefined;
}

const NO_MEMBERS = [] as const;
const NO_PROBLEMS = [] as const;

/** The members of a squad that had a call, and its handoffs. */
export function SquadPath({ squad, running, onPlay }: SquadPathProps) {
  const { t } = useTranslation();
  const members = membersOf(squad);
  const stored = useStoredAssistants(members ?? NO_MEMBERS);
  const drawing = useMemo(() => {
    if (!members) return undefined;
    const { handoffs } = handoffsOf(members, stored);
    return drawSquad({ members, handoffs, stored, problems: NO_PROBLEMS, running, t });
  }, [members, stored, running, t]);
  if (!members || !drawing) return <EmptyNote title={t("squads.notDrawable")} body={t("squads.notDrawableBody")} />;
  return (
    <PathCanvas
      label={t("squads.canvas")}
      {...drawing}
      running={running}
      onPlay={onPlay && ((index) => onPlay(agentNames(members, stored)[index] ?? ""))}
    />
  );
}
