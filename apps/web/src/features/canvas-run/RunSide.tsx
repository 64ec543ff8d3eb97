import { Voice, variableRoot } from "@callwright/contract";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "../../kit/canvas/canvas-frame.module.css";
import { RunVariables } from "../../kit/canvas/RunVariables.tsx";
import { type Running, runningOf } from "../../kit/canvas/running.ts";
import { Switch } from "../../kit/Switch.tsx";
import { useReturnedFocus } from "../../kit/use-returned-focus.ts";
import { VariablesDialog } from "../../resource/variables/VariablesDialog.tsx";
import type { NewConversation } from "../chats/playground.ts";
import type { CanvasRun, StartedRun } from "./use-canvas-run.ts";

const TalkPanel = lazy(async () => ({ default: (await import("../talk/TalkPanel.tsx")).TalkPanel }));
const HandsetPanel = lazy(async () => ({ default: (await import("../handset/HandsetPanel.tsx")).HandsetPanel }));
const CanvasChat = lazy(async () => ({ default: (await import("../chats/CanvasChat.tsx")).CanvasChat }));

/** The squad or the workflow: its id, or the draft of it that was not published. */
type Definition = Readonly<Record<string, unknown>>;
export type RunTarget = ({ squad: Definition | string } | { workflow: Definition | string }) & { draftOf?: string | undefined };

const MODE_NAMES = { talk: "editor.talk", chat: "canvas.chat", phone: "handset.callMe" } as const;

interface RunSideProps {
  run: CanvasRun;
  target: RunTarget;
  /** Absent while it is created. */
  targetId: string | undefined;
  name: string;
  voice?: unknown;
  /** The conversation moved to another node or member. */
  onFollow: (name: string) => void;
}

/** The conversation beside a canvas, and the question for the variables that it needs. */
export function RunSide({ run, ...props }: RunSideProps) {
  const { t } = useTranslation();
  const { asked, started } = run;
  return (
    <>
      {asked && (
        <VariablesDialog
          ownerId={props.targetId ?? "new"}
          names={asked.names}
          action={t(MODE_NAMES[asked.mode])}
          reason={asked.startAt === undefined ? undefined : t("canvas.askedHere", { name: asked.startAt })}
          onStart={run.give}
          onClose={run.cancel}
        />
      )}
      {started && <Side key={started.count} run={run} started={started} {...props} />}
    </>
  );
}

function Side({ run, started, target, targetId, name, voice, onFollow }: RunSideProps & { started: StartedRun }) {
  const { t } = useTranslation();
  useReturnedFocus();
  const { mode, startAt, names, variableValues, count } = started;
  const unset = names.filter((each) => !Object.hasOwn(variableValues ?? {}, variableRoot(each)));
  const spoken = Voice.safeParse(voice);
  const [isFollowed, setFollowed] = useState(true);
  const report = (running: Running | undefined, isOver: boolean) => {
    run.report(running, isOver);
    if (isFollowed && running?.current !== undefined && running.current !== run.running?.current) onFollow(running.current);
  };
  const { current, steps = [] } = run.running ?? {};
  return (
    <aside ref={focusOnce} tabIndex={-1} className={classes.talk} aria-label={t(MODE_NAMES[mode])}>
      {(startAt !== undefined || unset.length > 0) && (
        <p className={classes.start}>
          {startAt !== undefined && t("canvas.startsAt", { name: startAt })}{" "}
          {unset.length > 0 && t("canvas.unset", { names: unset.join(", ") })}
        </p>
      )}
      {current !== undefined && (
        <div className={classes.follow}>
          <span>{t("canvas.stepNow", { number: String(steps.length), name: current })}</span>
          <Switch
            size="xs"
            label={t("canvas.follow")}
            checked={isFollowed}
            onChange={({ currentTarget: { checked } }) => {
              setFollowed(checked);
              if (checked) onFollow(current);
            }}
          />
        </div>
      )}
      <RunVariables variables={{ ...variableValues, ...run.running?.variables }} />
      <Suspense fallback={null}>
        {mode === "phone" ? (
          <HandsetPanel
            target={target}
            agentId={targetId}
            name={name}
            variableValues={variableValues}
            onCall={(isRunning) => run.report(undefined, !isRunning)}
            onClose={run.close}
          />
        ) : mode === "talk" ? (
          <TalkPanel
            target={target}
            targetId={`${targetId ?? ""} ${count}`}
            name={name}
            voice={spoken.success ? spoken.data : undefined}
            startAt={startAt}
            variableValues={variableValues}
            onAgents={(agents, isOver) => report(runningOf(agents, isOver), isOver)}
            onClose={run.close}
          />
        ) : (
          <CanvasChat
            agent={agentOf(target, started)}
            onAgents={(agents, isOver) => report(runningOf(agents, isOver), isOver)}
            onAgain={run.again}
            onClose={run.close}
          />
        )}
      </Suspense>
    </aside>
  );
}

/** Moves the focus into the conversation when it opens. Defined outside the component, so that the ref callback runs once. */
function focusOnce(side: HTMLElement | null) {
  side?.focus();
}

function agentOf(target: RunTarget, { startAt, variableValues }: StartedRun): NewConversation {
  const start = {
    ...(startAt !== undefined && { startAt }),
    ...(variableValues && { assistantOverrides: { variableValues } }),
  };
  if ("squad" in target)
    return typeof target.squad === "string"
      ? { squadId: target.squad, ...start }
      : { squad: target.squad as NonNullable<NewConversation["squad"]>, ...start };
  return typeof target.workflow === "string"
    ? { workflowId: target.workflow, ...start }
    : { workflow: target.workflow as NonNullable<NewConversation["workflow"]>, ...start };
}
