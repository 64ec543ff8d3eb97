import { CreateSquad } from "@callwright/contract";
import { Button, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "../../../kit/canvas/canvas-frame.module.css";
import { Inspector } from "../../../kit/canvas/Inspector.tsx";
import type { CanvasProps } from "../../../resource/canvas-props.ts";
import { FormPart } from "../../../resource/form/FormPart.tsx";
import { NameChoice, NameChoices } from "../../../resource/form/NameChoice.tsx";
import { NameField } from "../../../resource/form/NameField.tsx";
import { RunButtons } from "../../canvas-run/RunButtons.tsx";
import type { CanvasRun, RunStart } from "../../canvas-run/use-canvas-run.ts";
import { handoffId, memberId } from "./draw-squad.ts";
import type { Handoff, SquadMember } from "./squad-graph.ts";
import type { SquadEditor } from "./use-squad-editor.ts";

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
export function SquadInspector(props: SquadInspectorProps) {
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
      <NameChoices value={editor.choices}>
        <FormPart
          {...form}
          schema={CreateSquad}
          path={["members", index]}
          value={member}
          onChange={(value) => editor.replace(index, value as SquadMember)}
          problems={editor.problems}
          mainFields={MAIN_FIELDS}
          parts={PARTS}
        />
      </NameChoices>
      {!isReadOnly && (
        <Select
          size="xs"
          searchable
          aria-label={t("squads.connect")}
          placeholder={t("squads.connect")}
          nothingFoundMessage={t("canvas.notFound")}
          data={others}
          value={null}
          onChange={(to) => to !== null && editor.connect(memberId(index), to)}
        />
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
      <NameChoices value={editor.choices}>
        <FormPart
          {...form}
          schema={CreateSquad}
          path={["members", from, "assistantDestinations", place]}
          value={destination}
          onChange={write}
          problems={editor.problems}
          mainFields={MAIN_FIELDS}
          parts={PARTS}
        />
      </NameChoices>
    </Inspector>
  );
}
