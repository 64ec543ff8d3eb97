import { CreateSquad } from "@callwright/contract";
import { Menu, Select, UnstyledButton } from "@mantine/core";
import { useClickOutside } from "@mantine/hooks";
import { IconArrowRight, IconHeadset } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { ConnectSelect } from "../../../kit/canvas/ConnectSelect.tsx";
import classes from "../../../kit/canvas/canvas-frame.module.css";
import type { NextPlace } from "../../../kit/canvas/FlowCanvas.tsx";
import { Inspector, InspectorPart } from "../../../kit/canvas/Inspector.tsx";
import { EmptyNote } from "../../../kit/EmptyNote.tsx";
import type { CanvasProps } from "../../../resource/canvas-props.ts";
import { FormPart } from "../../../resource/form/FormPart.tsx";
import { NameChoice, NameChoices } from "../../../resource/form/NameChoice.tsx";
import { NameField } from "../../../resource/form/NameField.tsx";
import { referenceTo } from "../../../resource/form/references.ts";
import { SchemaForm } from "../../../resource/form/SchemaForm.tsx";
import { nameOrId, usePickedName, usePicker } from "../../../resource/use-choices.ts";
import { RunHere } from "../../canvas-run/StartButton.tsx";
import { JsonLink, TeamCanvas } from "../../canvas-run/TeamCanvas.tsx";
import { type CanvasRun, type RunStart, useCanvasRun } from "../../canvas-run/use-canvas-run.ts";
import { handoffId, memberId } from "./draw-squad.ts";
import { type Handoff, membersOf, type SquadMember } from "./squad-graph.ts";
import { type SquadEditor, useSquadEditor } from "./use-squad-editor.ts";

/** A squad as members and handoffs. On a phone it begins as a list. */
export function SquadCanvas(props: CanvasProps) {
  const { t } = useTranslation();
  const members = membersOf(props.object);
  if (!members) return <EmptyNote title={t("squads.notDrawable")} body={t("squads.notDrawableBody")} action={<JsonLink />} />;
  return <MembersCanvas {...props} members={members} />;
}

function MembersCanvas({ members, ...props }: CanvasProps & { members: readonly SquadMember[] }) {
  const { t } = useTranslation();
  const { object, entityId, onChange, isReadOnly } = props;
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
  return (
    <TeamCanvas
      {...props}
      problems={editor.problems}
      editor={editor}
      endings={editor.endings}
      labels={{ picture: t("squads.canvas"), list: t("squads.fields.members.label") }}
      run={run}
      onStart={start}
      isEmpty={members.length === 0}
      target={entityId !== undefined && !props.isChanged ? { squad: entityId } : { squad: object, draftOf: entityId }}
      name={typeof object.name === "string" && object.name !== "" ? object.name : t("squads.unnamed")}
      nameOf={editor.nameOf}
      step={editor.selected.size > 0 && <SquadInspector {...props} editor={editor} run={run} onStart={start} />}
      settings={
        <SquadSettings
          {...props}
          problems={editor.problems}
          onChange={(next) => {
            props.onChange(next);
            editor.showAdded(membersOf(next)?.length ?? 0);
          }}
        />
      }
      add={<AddMember onAdd={(assistantId) => editor.add(assistantId)} />}
      flow={{
        isFixed: true,
        next: (at) => (
          <NextMember
            at={at}
            onAdd={(assistantId) => {
              at.onClose();
              editor.add(assistantId, at.after);
            }}
          />
        ),
      }}
    />
  );
}

const SETTINGS_MAIN_FIELDS = ["members.assistantId"];

/** The whole squad, with its members as a list. */
function SquadSettings({ object, onChange, ...form }: CanvasProps) {
  return (
    <>
      <InspectorPart>
        <SchemaForm
          {...form}
          schema={CreateSquad}
          value={object}
          onChange={(next) => onChange(next as Record<string, unknown>)}
          mainFields={SETTINGS_MAIN_FIELDS}
          isFlush
        />
      </InspectorPart>
      <InspectorPart>
        <JsonLink />
      </InspectorPart>
    </>
  );
}

const ASSISTANT = referenceTo("assistants");
const NOBODY: readonly string[] = [];

/** Adds a stored assistant as a member. */
function AddMember({ onAdd, isNext = false }: { onAdd: (assistantId: string) => void; isNext?: boolean }) {
  const { t } = useTranslation();
  const { props } = usePicker(ASSISTANT, NOBODY, usePickedName(nameOrId));
  const label = t(isNext ? "squads.addNext" : "squads.addMember");
  return (
    <Select
      {...props}
      size="xs"
      w={isNext ? 220 : 150}
      comboboxProps={{ width: 220, position: isNext ? "bottom-start" : "top-start", withinPortal: !isNext }}
      aria-label={label}
      placeholder={label}
      {...(isNext && { "data-autofocus": true, autoFocus: true })}
      value={null}
      onChange={(id) => {
        if (id === null) return;
        props.onSearchChange("");
        onAdd(id);
      }}
    />
  );
}

/** Adds a member that another one hands over to. */
function NextMember({ at, onAdd }: { at: NextPlace; onAdd: (assistantId: string) => void }) {
  const { t } = useTranslation();
  const box = useClickOutside(at.onClose);
  return (
    <div
      ref={box}
      role="dialog"
      aria-label={t("squads.addNext")}
      className={classes.anchored}
      style={{ left: at.x, top: at.y }}
      onKeyDown={(event) => event.key === "Escape" && at.onClose()}
    >
      <AddMember isNext onAdd={onAdd} />
    </div>
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
  const menu = !isReadOnly && (
    <>
      {index > 0 && <Menu.Item onClick={() => editor.startWith(index)}>{t("squads.makeFirst")}</Menu.Item>}
      <Menu.Item onClick={() => editor.remove(new Set([memberId(index)]))}>{t("canvas.remove", { name: title })}</Menu.Item>
    </>
  );
  const ways = editor.handoffs.flatMap((handoff, way) => (handoff.from === index ? [{ handoff, id: handoffId(way) }] : []));
  return (
    <Inspector
      title={title}
      icon={IconHeadset}
      menu={menu}
      onClose={editor.clear}
      foot={<RunHere run={run} startAt={editor.agentNames[index]} onStart={onStart} />}
    >
      <InspectorPart>
        <SquadPart
          {...form}
          editor={editor}
          path={["members", index]}
          value={member}
          onChange={(value) => editor.replace(index, value as SquadMember)}
          omitted={OWN_PLACES}
        />
      </InspectorPart>
      <InspectorPart title={t("squads.ways")}>
        <ul className={classes.rows}>
          {ways.map(({ handoff, id }) => (
            <li key={id}>
              <UnstyledButton className={classes.line ?? ""} onClick={() => editor.find(id)}>
                <span className={classes.what}>
                  {handoff.description || t("squads.always")}
                  {handoff.place === undefined && <small>{t("squads.byTool")}</small>}
                </span>
                <IconArrowRight size={14} aria-hidden="true" />
                <span className={classes.quiet}>{editor.names[handoff.to]}</span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
        {!isReadOnly && (
          <ConnectSelect label={t("squads.connect")} data={others} onConnect={(to) => editor.connect(memberId(index), to)} />
        )}
      </InspectorPart>
    </Inspector>
  );
}

/** Handoffs are selected to edit them. */
const OWN_PLACES = ["members.assistantDestinations"];

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
      <Inspector title={title} icon={IconArrowRight} onClose={editor.clear}>
        <InspectorPart>
          <p className={classes.note}>{t("squads.byToolHint")}</p>
        </InspectorPart>
      </Inspector>
    );
  }
  const remove = <Menu.Item onClick={() => editor.remove(new Set([id]))}>{t("canvas.remove", { name: title })}</Menu.Item>;
  const write = (value: unknown) => {
    const next = value as NonNullable<SquadMember["assistantDestinations"]>[number];
    editor.replace(from, { ...member, assistantDestinations: (member.assistantDestinations ?? []).with(place, next) });
  };
  return (
    <Inspector title={title} icon={IconArrowRight} menu={!form.isReadOnly && remove} onClose={editor.clear}>
      <InspectorPart>
        <SquadPart
          {...form}
          editor={editor}
          path={["members", from, "assistantDestinations", place]}
          value={destination}
          onChange={write}
        />
      </InspectorPart>
    </Inspector>
  );
}
