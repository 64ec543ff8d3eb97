import { Voice } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import classes from "../../kit/canvas/canvas-frame.module.css";
import { RunVariables } from "../../kit/canvas/RunVariables.tsx";
import { type Running, runningOf } from "../../kit/canvas/running.ts";
import { TalkPanel } from "./TalkPanel.tsx";
import type { TalkTarget } from "./use-talk.ts";

interface CanvasTalkProps {
  target: TalkTarget;
  targetId: string;
  name: string;
  voice?: unknown;
  running: Running | undefined;
  onRunning: (running: Running | undefined) => void;
  onClose: () => void;
}

/** A call beside a canvas, which shows where the conversation is. */
export function CanvasTalk({ voice, running, onRunning, ...call }: CanvasTalkProps) {
  const { t } = useTranslation();
  const spoken = Voice.safeParse(voice);
  return (
    <aside className={classes.talk} aria-label={t("editor.talk")}>
      {running && <RunVariables variables={running.variables} />}
      <TalkPanel
        {...call}
        voice={spoken.success ? spoken.data : undefined}
        onAgents={(agents, isOver) => onRunning(runningOf(agents, isOver))}
      />
    </aside>
  );
}
