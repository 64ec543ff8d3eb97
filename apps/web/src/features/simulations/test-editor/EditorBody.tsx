import {
  type CallerFact,
  type CreateSuiteTest,
  ScenarioExtras,
  type Scorer,
  type TesterStep,
  TestFields,
  type ToolMock,
} from "@callwright/contract";
import { SegmentedControl, Text, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { SchemaForm } from "../../../resource/form/SchemaForm.tsx";
import type { Fields } from "../../../resource/page/edited-object.ts";
import type { EditedObject } from "../../../resource/page/use-edited-object.ts";
import { type ConfigProblem, problemAt } from "../../../resource/problems.ts";
import { useFieldSupport } from "../../../resource/use-field-support.ts";
import { useResourceTexts } from "../../../resource/use-resource-texts.ts";
import { suiteTestResource } from "../suite-tests.ts";
import { placesOf } from "./expectations.ts";
import { Lines } from "./Lines.tsx";
import { type Part, PartDialog } from "./PartDialog.tsx";
import { Role } from "./Role.tsx";
import classes from "./test-editor.module.css";
import type { LastRunOfTest } from "./use-last-run.ts";

/** The fields of a test that the conversation and the role show. A stored test may lack what its contract requires. */
interface TestParts {
  script: string;
  steps: readonly TesterStep[] | undefined;
  scorers: readonly Scorer[];
  toolMocks: readonly ToolMock[];
  facts: readonly CallerFact[];
}

/** What both kinds of callers need to draw a test. */
export interface TestViewProps {
  parts: TestParts;
  onChange: (change: Partial<TestParts>) => void;
  /** Opens the fields of a part. */
  onOpen: (part: Part) => void;
  problems: readonly ConfigProblem[];
  isReadOnly: boolean;
  last: LastRunOfTest | undefined;
}

const Rare = {
  type: z.enum(["chat", "voice"]),
  maxTurns: TestFields.maxTurns,
  numAttempts: TestFields.numAttempts,
  runsTools: TestFields.runsTools,
  callId: TestFields.callId,
  evaluations: ScenarioExtras.evaluations,
  hooks: ScenarioExtras.hooks,
  targetOverrides: ScenarioExtras.targetOverrides,
  path: ScenarioExtras.path,
};
const MORE = {
  lines: z.strictObject({ ...Rare, script: TestFields.script }),
  role: z.strictObject({ ...Rare, persona: TestFields.persona }),
};
const MORE_FIELDS = ["maxTurns", "numAttempts", "persona"];

interface EditorBodyProps {
  edited: EditedObject;
  isStored: boolean;
  isReadOnly: boolean;
  last: LastRunOfTest | undefined;
}

/** The caller, what the test expects, and rare fields below. */
export function EditorBody({ edited, isStored, isReadOnly, last }: EditorBodyProps) {
  const { t } = useTranslation();
  const texts = useResourceTexts(suiteTestResource);
  const support = useFieldSupport(suiteTestResource);
  const [part, setPart] = useState<Part>();
  // The other caller's fields, if the user goes back.
  const [kept, setKept] = useState<{ steps?: readonly TesterStep[]; persona?: unknown }>({});
  const { object } = edited;
  const parts = partsOf(object);
  const change = (next: object) => edited.set({ ...object, ...next } as Fields);
  const places = usePlaces(parts, last);
  const mode = parts.steps ? "lines" : "role";
  const setMode = (next: string) => {
    if (next === mode) return;
    if (next === "role") {
      const { steps, ...others } = object;
      setKept({ ...kept, steps: parts.steps ?? [] });
      const script = parts.script === "" ? (parts.steps ?? []).map(({ say = "" }) => say).join("\n") : parts.script;
      edited.set({ ...others, script, ...(kept.persona !== undefined && { persona: kept.persona }) });
    } else {
      const { persona, ...others } = object;
      const said = parts.script.split("\n").filter((line) => line.trim() !== "");
      setKept({ ...kept, persona });
      edited.set({ ...others, steps: kept.steps ?? (said.length > 0 ? said : [""]).map((say) => ({ say })) });
    }
  };
  const schema = MORE[mode];
  const rare = useMemo(
    () => Object.fromEntries(Object.entries(object).filter(([name]) => name in schema.shape)),
    [object, schema],
  );
  const view: TestViewProps = { parts, onChange: change, onOpen: setPart, problems: edited.shown, isReadOnly, last };
  const { callId, name } = object as Partial<CreateSuiteTest>;
  return (
    <>
      <div className={classes.name}>
        <div data-path="name">
          <TextInput
            label={t("resource.name")}
            value={name ?? ""}
            error={problemAt(edited.shown, "name")}
            disabled={isReadOnly}
            onChange={({ currentTarget: { value } }) => change({ name: value === "" ? undefined : value })}
          />
        </div>
      </div>
      <div className={classes.mode}>
        <Text component="span" c="dimmed" id="caller-mode">
          {t("simulations.editor.caller")}
        </Text>
        <SegmentedControl
          size="xs"
          aria-labelledby="caller-mode"
          value={mode}
          disabled={isReadOnly}
          data={[
            { value: "lines", label: t("simulations.editor.lines") },
            { value: "role", label: t("simulations.editor.role") },
          ]}
          onChange={setMode}
        />
        <Text component="span" size="sm" c="dimmed" className={classes.end ?? ""}>
          {callId !== undefined ? (
            <Link to="/calls/$id" params={{ id: callId }}>
              {t("simulations.editor.fromCall")}
            </Link>
          ) : (
            mode === "role" && t("simulations.editor.roleHint")
          )}
        </Text>
      </div>
      {mode === "lines" ? <Lines {...view} places={places} /> : <Role {...view} />}
      <details className={classes.more} open={edited.shown.some(({ path }) => (path.split(".")[0] ?? "") in schema.shape)}>
        <summary>{t("simulations.editor.more")}</summary>
        <SchemaForm
          schema={schema}
          texts={texts}
          value={rare}
          onChange={(next) => {
            const others = Object.fromEntries(Object.entries(object).filter(([each]) => !(each in schema.shape)));
            edited.set({ ...others, ...(next as Fields) });
          }}
          problems={edited.shown}
          isStored={isStored}
          isReadOnly={isReadOnly}
          support={support}
          mainFields={MORE_FIELDS}
        />
      </details>
      {part && (
        <PartDialog
          part={part}
          object={object}
          problems={edited.shown}
          isReadOnly={isReadOnly}
          onChange={(list) => change({ [part.list]: list })}
          onClose={() => setPart(undefined)}
        />
      )}
    </>
  );
}

function usePlaces({ scorers, toolMocks, steps }: TestParts, last: LastRunOfTest | undefined) {
  const turns = last?.shown?.metadata?.call?.turns;
  const lines = steps?.length ?? 0;
  return useMemo(() => placesOf({ scorers, toolMocks, lines }, turns ?? []), [scorers, toolMocks, lines, turns]);
}

/** Lists that are none, as in an unfinished JSON text, count as empty. */
function partsOf({ script, steps, scorers, toolMocks, facts }: Fields): TestParts {
  const list = <Item,>(value: unknown) => (Array.isArray(value) ? (value as Item[]) : []);
  return {
    script: typeof script === "string" ? script : "",
    steps: Array.isArray(steps) ? (steps as TesterStep[]) : undefined,
    scorers: list<Scorer>(scorers),
    toolMocks: list<ToolMock>(toolMocks),
    facts: list<CallerFact>(facts),
  };
}
