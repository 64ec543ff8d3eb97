import { CreateSquad } from "@callwright/contract";
import { Button, Select } from "@mantine/core";
import { Panel } from "@xyflow/react";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { ConnectSelect } from "../../../kit/canvas/ConnectSelect.tsx";
import classes from "../../../kit/canvas/canvas-frame.module.css";
import { Inspector } from "../../../kit/canvas/Inspector.tsx";
import { EmptyNote } from "../../../kit/EmptyNote.tsx";
import type { CanvasProps } from "../../../resource/canvas-props.ts";
import { FormPart } from "../../../resource/form/FormPart.tsx";
import { NameChoice, NameChoices } from "../../../resource/form/NameChoice.tsx";
import { NameField } from "../../../resource/form/NameField.tsx";
import { referenceTo } from "../../../resource/form/references.ts";
import { nameOrId, usePickedName, usePicker } from "../../../resource/use-choices.ts";
import { RunButtons } from "../../canvas-run/RunButtons.tsx";
import { TeamCanvas, useIsPhone } from "../../canvas-run/TeamCanvas.tsx";
import { type CanvasRun, type RunStart, useCanvasRun } from "../../canvas-run/use-canvas-run.ts";
import { handoffId, memberId } from "./draw-squad.ts";
import { type Handoff, membersOf, type SquadMember } from "./squad-graph.ts";
import { type SquadEditor, useSquadEditor } from "./use-squad-editor.ts";

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

interface SquadInspectorProps extends CanvasProps {
  editor: SquadEditor;
  run: CanvasRun;
  onStart: (start: RunStart) => void;
}

const DESTINATION = "members.assistantDestinations";
/** What the next member receives is shown at once. */
const MAIN_FIELDS = [
  "members.assistantId",
  "members.assistantOverrides",
  ...["assistantName", "description", "message", "transferMode", "contextEngineeringPlan", "variableExtractionPlan"].map(
    (field) => `${DESTINATION}.${field}`,
  ),
];
/** Destinations name members, so they offer the members and follow their names. */
const PARTS = {
  "members.assistant.name": NameField,
  "members.assistantOverrides.name": NameField,
  [`${DESTINATION}.assistantName`]: NameChoice,
};

/** The form of the selected member or handoff. Hidden while there is no selection. */
function SquadInspector(props: SquadInspectorProps) {
  const { editor } = props;
  const [id, ...others] = editor.selected;
  if (id === undefined || others.length > 0) return null;
  const index = editor.members.findIndex((_, each) => memberId(each) === id);
  const member = editor.members[index];
  if (member) return <MemberInspector key={id} {...props} member={member} index={index} />;
  const way = editor.handoffs.findIndex((_, each) => handoffId(each) === id);
  const handoff = editor.handoffs[way];
  return handoff ? <HandoffInspector key={id} {...props} handoff={handoff} id={id} /> : null;
}

interface SquadPartProps extends Omit<ComponentProps<typeof FormPart>, "schema" | "problems" | "mainFields" | "parts"> {
  editor: SquadEditor;
}

/** The form of a member or a handoff. */
function SquadPart({ editor: { choices, problems }, ...form }: SquadPartProps) {
  return (
    <NameChoices value={choices}>
      <FormPart {...form} schema={CreateSquad} problems={problems} mainFields={MAIN_FIELDS} parts={PARTS} />
    </NameChoices>
  );
}

function MemberInspector({
  editor,
  run,
  onStart,
  member,
  index,
  ...form
}: SquadInspectorProps & { member: SquadMember; index: number }) {
  const { t } = useTranslation();
  const { isReadOnly } = form;
  const title = editor.drawing.nodes[index]?.title ?? "";
  const others = editor.names.flatMap((name, each) =>
    each !== index && name !== "" ? [{ value: memberId(each), label: name }] : [],
  );
  const remove = { label: t("canvas.remove", { name: title }), run: () => editor.remove(new Set([memberId(index)])) };
  return (
    <Inspector title={title} remove={isReadOnly ? undefined : remove} onClose={editor.clear}>
      <div className={classes.starts}>
        <RunButtons run={run} startAt={editor.agentNames[index]} onStart={onStart} />
        {!isReadOnly && index > 0 && (
          <Button size="compact-sm" onClick={() => editor.startWith(index)}>
            {t("squads.makeFirst")}
          </Button>
        )}
      </div>
      <SquadPart
        {...form}
        editor={editor}
        path={["members", index]}
        value={member}
        onChange={(value) => editor.replace(index, value as SquadMember)}
      />
      {!isReadOnly && (
        <ConnectSelect label={t("squads.connect")} data={others} onConnect={(to) => editor.connect(memberId(index), to)} />
      )}
    </Inspector>
  );
}

function HandoffInspector({
  editor,
  run: _run,
  onStart: _onStart,
  handoff,
  id,
  ...form
}: SquadInspectorProps & { handoff: Handoff; id: string }) {
  const { t } = useTranslation();
  const { from, to, place } = handoff;
  const member = editor.members[from];
  const title = `${editor.names[from] ?? ""} → ${editor.names[to] ?? ""}`;
  const destination = place === undefined ? undefined : member?.assistantDestinations?.[place];
  if (!member || place === undefined || !destination) {
    return (
      <Inspector title={title} onClose={editor.clear}>
        <p className={classes.note}>{t("squads.byToolHint")}</p>
      </Inspector>
    );
  }
  const remove = { label: t("canvas.remove", { name: title }), run: () => editor.remove(new Set([id])) };
  const write = (value: unknown) => {
    const next = value as NonNullable<SquadMember["assistantDestinations"]>[number];
    editor.replace(from, { ...member, assistantDestinations: (member.assistantDestinations ?? []).with(place, next) });
  };
  return (
    <Inspector title={title} remove={form.isReadOnly ? undefined : remove} onClose={editor.clear}>
      <SquadPart
        {...form}
        editor={editor}
        path={["members", from, "assistantDestinations", place]}
        value={destination}
        onChange={write}
      />
    </Inspector>
  );
}
