import { Voice } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import classes from "../../../kit/canvas/canvas-frame.module.css";
import { RunVariables } from "../../../kit/canvas/RunVariables.tsx";
import { type Running, runningOf } from "../../../kit/canvas/running.ts";
import { TalkPanel } from "../../talk/TalkPanel.tsx";

interface WorkflowTalkProps {
  /** As it is edited. */
  workflow: Readonly<Record<string, unknown>>;
  entityId: string | undefined;
  isChanged: boolean;
  running: Running | undefined;
  onRunning: (running: Running | undefined) => void;
  onClose: () => void;
}

/** A call to the workflow beside its canvas. It starts with the workflow as it is edited, also before it is saved. */
export function WorkflowTalk({ workflow, entityId, isChanged, running, onRunning, onClose }: WorkflowTalkProps) {
  const { t } = useTranslation();
  const voice = Voice.safeParse(workflow.voice);
  const name = typeof workflow.name === "string" && workflow.name !== "" ? workflow.name : t("workflows.unnamed");
  return (
    <aside className={classes.talk} aria-label={t("editor.talk")}>
      {running && <RunVariables variables={running.variables} />}
      <TalkPanel
        target={{ workflow: entityId !== undefined && !isChanged ? entityId : { ...workflow, name } }}
        targetId={entityId ?? ""}
        name={name}
        voice={voice.success ? voice.data : undefined}
        onAgents={(agents, isOver) => onRunning(runningOf(agents, isOver))}
        onClose={onClose}
      />
    </aside>
  );
}
