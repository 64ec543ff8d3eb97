import type { TesterStep } from "@callwright/contract";
import { Menu, NativeSelect, Textarea, UnstyledButton } from "@mantine/core";
import { IconArrowsSplit2 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { AddButton } from "../../../kit/AddButton.tsx";
import { DotsMenu } from "../../../kit/DotsMenu.tsx";
import { useItemKeys } from "../../../resource/form/use-item-keys.ts";
import { problemAt } from "../../../resource/problems.ts";
import type { TestViewProps } from "./EditorBody.tsx";
import { AddMock, Expectations, Mocks } from "./Expectations.tsx";
import { type LinePlace, WHOLE_CALL, withoutLine } from "./expectations.ts";
import classes from "./test-editor.module.css";

const NOTHING: LinePlace = { scorers: [], mocks: [] };

/** A caller who says these lines, one after the other. Under each line: what tools answer, and what is expected of the agent. */
export function Lines({ places, ...view }: TestViewProps & { places: ReadonlyMap<number, LinePlace> }) {
  const { t } = useTranslation();
  const { parts, onChange, isReadOnly, last } = view;
  const steps = parts.steps ?? [];
  const keys = useItemKeys(steps.length);
  const { turns = [], greeting } = last?.shown?.metadata?.call ?? {};
  const agent = agentOf(last?.shown?.metadata?.call?.turns) ?? t("testRuns.agent");
  const whole = places.get(WHOLE_CALL) ?? NOTHING;
  return (
    <>
      {greeting !== undefined && (
        <div className={classes.line}>
          <span className={classes.agent}>{agent}</span>
          <q className={classes.quote}>{greeting}</q>
        </div>
      )}
      <ol className={classes.lines}>
        {steps.map((step, index) => {
          const number = index + 1;
          const { scorers, mocks } = places.get(number) ?? NOTHING;
          const answer = turns[index]?.answer;
          return (
            <li key={keys.keys[index]} className={classes.exchange}>
              <Line
                {...view}
                step={step}
                index={index}
                count={steps.length}
                onRemove={() => {
                  keys.remove(index);
                  onChange({
                    steps: steps.filter((_, place) => place !== index),
                    scorers: withoutLine(parts.scorers, number),
                  });
                }}
              />
              {mocks.length > 0 && (
                <div className={classes.line}>
                  <span className={classes.tool}>{t("simulations.editor.tool")}</span>
                  <div className={classes.mocks}>
                    <Mocks {...view} mocks={mocks} />
                  </div>
                </div>
              )}
              <div className={classes.line}>
                <span className={classes.agent}>{agent}</span>
                <div>
                  <Expectations {...view} scorers={scorers} line={number} />
                  {answer !== undefined && answer !== "" && <q className={classes.quote}>{answer}</q>}
                </div>
              </div>
            </li>
          );
        })}
      </ol>
      {!isReadOnly && (
        <div className={classes.addLine}>
          <AddButton
            variant="subtle"
            onClick={() => {
              keys.add();
              onChange({ steps: [...steps, {} as TesterStep] });
            }}
          >
            {t("simulations.editor.addLine")}
          </AddButton>
        </div>
      )}
      <div className={classes.whole}>
        <h2>{t("simulations.editor.whole")}</h2>
        <div className={classes.mocks}>
          <Expectations {...view} scorers={whole.scorers} line={WHOLE_CALL} />
          <Mocks {...view} mocks={whole.mocks} />
          {!isReadOnly && (
            <span>
              <AddMock {...view} />
            </span>
          )}
        </div>
      </div>
    </>
  );
}

/** The name of the agent that answered first, in a squad or workflow. */
const agentOf = (turns: readonly { agent?: string | undefined }[] | undefined): string | undefined =>
  turns?.find(({ agent }) => agent !== undefined)?.agent;

interface LineProps extends TestViewProps {
  step: TesterStep;
  index: number;
  count: number;
  onRemove: () => void;
}

/** One message of the caller. */
function Line({ step, index, count, onRemove, parts, onChange, onOpen, problems, isReadOnly }: LineProps) {
  const { t } = useTranslation();
  const { say = "", branches = [], otherwise, name, interrupts = false } = step as Partial<TesterStep>;
  const steps = parts.steps ?? [];
  const number = String(index + 1);
  const open = () => onOpen({ list: "steps", index });
  const leads = branches.length > 0 || otherwise !== undefined || name !== undefined;
  const isBad = ["branches", "otherwise", "name"].some((field) => problemAt(problems, `steps.${index}.${field}`) !== undefined);
  return (
    <div className={classes.line}>
      <span className={classes.caller}>
        <span className={classes.number}>{number}</span> {t("testRuns.caller")}
      </span>
      <div className={classes.bubble} data-path={`steps.${index}.say`}>
        <Textarea
          aria-label={t("simulations.editor.line", { number })}
          autosize
          minRows={1}
          className={classes.say ?? ""}
          value={say}
          error={problemAt(problems, `steps.${index}.say`)}
          disabled={isReadOnly}
          // A line that the user added is the next to be filled.
          autoFocus={say === "" && index === count - 1 && index > 0}
          onChange={(event) => onChange({ steps: steps.with(index, { ...step, say: event.currentTarget.value }) })}
        />
        {/* Nothing to interrupt before the first line; after branches, another line may follow. */}
        {index > 0 && !steps[index - 1]?.branches?.length && (
          <NativeSelect
            size="xs"
            aria-label={t("simulations.editor.when", { number })}
            title={t("simulations.editor.whenHelp")}
            value={interrupts ? "interrupts" : "waits"}
            disabled={isReadOnly}
            data={[
              { value: "waits", label: t("simulations.editor.waits") },
              { value: "interrupts", label: t("simulations.editor.interrupts") },
            ]}
            onChange={(event) => {
              const { interrupts: _, ...waits } = step;
              const isNow = event.currentTarget.value === "interrupts";
              onChange({ steps: steps.with(index, isNow ? { ...waits, interrupts: true } : waits) });
            }}
          />
        )}
        {leads && (
          <UnstyledButton className={classes.chip} data-bad={isBad || undefined} data-none onClick={open}>
            <IconArrowsSplit2 size={16} aria-hidden="true" />
            {branches.length > 0 ? t("simulations.editor.branches", { count: branches.length }) : (otherwise ?? name)}
          </UnstyledButton>
        )}
        {!isReadOnly && (
          <DotsMenu size={28} aria-label={t("simulations.editor.lineMenu", { number })}>
            <Menu.Item onClick={open}>{t("simulations.editor.editBranches")}</Menu.Item>
            <Menu.Item disabled={count === 1} color="red" onClick={onRemove}>
              {t("simulations.editor.removeLine")}
            </Menu.Item>
          </DotsMenu>
        )}
      </div>
    </div>
  );
}
