import { Select } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { Panel } from "@xyflow/react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { CanvasFrame } from "../../../kit/canvas/CanvasFrame.tsx";
import { CanvasList } from "../../../kit/canvas/CanvasList.tsx";
import { CanvasTools, type CanvasView } from "../../../kit/canvas/CanvasTools.tsx";
import { FlowCanvas } from "../../../kit/canvas/FlowCanvas.tsx";
import { EmptyNote } from "../../../kit/EmptyNote.tsx";
import { CanvasName } from "../../../resource/CanvasName.tsx";
import type { CanvasProps } from "../../../resource/canvas-props.ts";
import { focusField } from "../../../resource/form/focus-field.ts";
import { referenceTo } from "../../../resource/form/references.ts";
import { ProblemsMenu } from "../../../resource/ProblemsMenu.tsx";
import { nameOrId, usePickedName, usePicker } from "../../../resource/use-choices.ts";
import { RunButtons } from "../../canvas-run/RunButtons.tsx";
import { RunSide } from "../../canvas-run/RunSide.tsx";
import { type RunStart, useCanvasRun } from "../../canvas-run/use-canvas-run.ts";
import { SquadInspector } from "./SquadInspector.tsx";
import { membersOf, type SquadMember } from "./squad-graph.ts";
import { useSquadEditor } from "./use-squad-editor.ts";

/** A squad as members and handoffs. On a phone it is a list that cannot be edited. */
export function SquadCanvas(props: CanvasProps) {
  const { t } = useTranslation();
  const members = membersOf(props.object);
  if (!members) return <EmptyNote title={t("squads.notDrawable")} body={t("squads.notDrawableBody")} />;
  return <MembersCanvas {...props} members={members} />;
}

const SuccessorDialog = lazy(async () => ({
  default: (await import("../../assistants/editor/SuccessorDialog.tsx")).SuccessorDialog,
}));

function MembersCanvas({ members, ...props }: CanvasProps & { members: readonly SquadMember[] }) {
  const { t } = useTranslation();
  const { object, entityId, onChange } = props;
  const isPhone = useMediaQuery("(max-width: 600px)", undefined, { getInitialValueInEffect: false });
  const isReadOnly = props.isReadOnly || isPhone === true;
  const [chosenView, setView] = useState<CanvasView>("picture");
  const view = isPhone ? "list" : chosenView;
  const run = useCanvasRun();
  const navigate = useNavigate();
  const editor = useSquadEditor({
    squad: object,
    members,
    shown: props.problems,
    running: run.running,
    isReadOnly,
    onChange: (next) => onChange({ ...object, members: next }),
  });
  const { nodes, edges } = editor.drawing;
  const name = typeof object.name === "string" && object.name !== "" ? object.name : t("squads.unnamed");
  const show = async (path: string) => {
    if (!editor.selectPath(path)) await navigate({ to: ".", search: { tab: "form" } });
    focusField([path]);
  };
  const start = (chosen: RunStart) => run.begin(chosen, editor.variablesOf(chosen.startAt));
  const add = <AddMember onAdd={editor.add} />;
  return (
    <CanvasFrame
      tools={
        <CanvasTools
          name={<CanvasName {...props} isReadOnly={isReadOnly} />}
          nodes={nodes}
          onFind={editor.find}
          view={view}
          onView={isPhone ? undefined : setView}
        >
          <ProblemsMenu problems={editor.problems} warnings={editor.endings.warnings} onShow={(path) => void show(path)} />
          <RunButtons run={run} isDisabled={members.length === 0} onStart={start} />
          <Suspense fallback={null}>
            {editor.endings.shown && (
              <SuccessorDialog
                ending={editor.endings.shown}
                config={object}
                onChange={(change) => onChange({ ...change(object) })}
                onClose={editor.endings.close}
              />
            )}
          </Suspense>
        </CanvasTools>
      }
      side={<SquadInspector {...props} isReadOnly={isReadOnly} editor={editor} run={run} onStart={start} />}
      talk={
        <RunSide
          run={run}
          target={{ squad: entityId !== undefined && !props.isChanged ? entityId : object }}
          targetId={entityId}
          name={name}
          onFollow={editor.follow}
        />
      }
    >
      {view === "list" ? (
        <CanvasList
          label={t("squads.fields.members.label")}
          nodes={nodes}
          edges={edges}
          selected={editor.selected}
          onSelect={editor.find}
          onRemove={(id) => editor.remove(new Set([id]))}
          isReadOnly={isReadOnly}
        >
          {add}
        </CanvasList>
      ) : (
        <FlowCanvas
          label={t("squads.canvas")}
          nodes={nodes}
          edges={edges}
          selected={editor.selected}
          onSelect={editor.select}
          focus={editor.focus}
          isReadOnly={isReadOnly}
          isFixed
          onConnect={editor.connect}
          onRemove={editor.remove}
        >
          {!isReadOnly && <Panel position="top-left">{add}</Panel>}
        </FlowCanvas>
      )}
    </CanvasFrame>
  );
}

const ASSISTANT = referenceTo("assistants");

/** Adds a stored assistant as a member. */
const NOBODY: readonly string[] = [];

function AddMember({ onAdd }: { onAdd: (assistantId: string) => void }) {
  const { t } = useTranslation();
  const { props } = usePicker(ASSISTANT, NOBODY, usePickedName(nameOrId));
  return (
    <Select
      {...props}
      size="xs"
      w={220}
      aria-label={t("squads.addMember")}
      placeholder={t("squads.addMember")}
      value={null}
      onChange={(id) => {
        if (id === null) return;
        props.onSearchChange("");
        onAdd(id);
      }}
    />
  );
}
