import { Select } from "@mantine/core";
import { Panel } from "@xyflow/react";
import { useTranslation } from "react-i18next";
import { EmptyNote } from "../../../kit/EmptyNote.tsx";
import type { CanvasProps } from "../../../resource/canvas-props.ts";
import { referenceTo } from "../../../resource/form/references.ts";
import { nameOrId, usePickedName, usePicker } from "../../../resource/use-choices.ts";
import { TeamCanvas, useIsPhone } from "../../canvas-run/TeamCanvas.tsx";
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

function MembersCanvas({ members, ...props }: CanvasProps & { members: readonly SquadMember[] }) {
  const { t } = useTranslation();
  const { object, entityId, onChange } = props;
  const isPhone = useIsPhone();
  const isReadOnly = props.isReadOnly || isPhone;
  const run = useCanvasRun();
  const editor = useSquadEditor({
    squad: object,
    members,
    shown: props.problems,
    running: run.running,
    isReadOnly,
    onChange: (next) => onChange({ ...object, members: next }),
  });
  const start = (chosen: RunStart) => run.begin(chosen, editor.variablesOf(chosen.startAt));
  const add = <AddMember onAdd={editor.add} />;
  return (
    <TeamCanvas
      {...props}
      isReadOnly={isReadOnly}
      problems={editor.problems}
      editor={editor}
      endings={editor.endings}
      labels={{ picture: t("squads.canvas"), list: t("squads.fields.members.label") }}
      run={run}
      onStart={start}
      isEmpty={members.length === 0}
      target={{ squad: entityId !== undefined && !props.isChanged ? entityId : object }}
      name={typeof object.name === "string" && object.name !== "" ? object.name : t("squads.unnamed")}
      inspector={<SquadInspector {...props} isReadOnly={isReadOnly} editor={editor} run={run} onStart={start} />}
      add={{ list: add, picture: <Panel position="top-left">{add}</Panel> }}
      flow={{ isFixed: true }}
    />
  );
}

const ASSISTANT = referenceTo("assistants");
const NOBODY: readonly string[] = [];

/** Adds a stored assistant as a member. */
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
