import type { CallerFact } from "@callwright/contract";
import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AddButton } from "../../../kit/AddButton.tsx";
import { CrossButton } from "../../../kit/CrossButton.tsx";
import { useItemKeys } from "../../../resource/form/use-item-keys.ts";
import { problemAt } from "../../../resource/problems.ts";
import type { TestViewProps } from "./EditorBody.tsx";
import { AddMock, Expectations, Mocks } from "./Expectations.tsx";
import { WHOLE_CALL } from "./expectations.ts";
import classes from "./test-editor.module.css";
import type { LastRunOfTest } from "./use-last-run.ts";

/** A caller who plays a role: what they want and know, what tools answer, and what must happen. */
export function Role(view: TestViewProps) {
  const { t } = useTranslation();
  const { parts, onChange, problems, isReadOnly, last } = view;
  return (
    <>
      <Part name={t("simulations.role.wants")} help={t("simulations.role.wantsHelp")}>
        <div data-path="script">
          <Textarea
            aria-label={t("simulations.role.wants")}
            autosize
            minRows={2}
            value={parts.script}
            error={problemAt(problems, "script")}
            disabled={isReadOnly}
            onChange={(event) => onChange({ script: event.currentTarget.value })}
          />
        </div>
      </Part>
      <Part name={t("simulations.role.knows")} help={t("simulations.role.knowsHelp")}>
        <Facts {...view} />
      </Part>
      <Part name={t("simulations.role.tools")} help={t("simulations.role.toolsHelp")}>
        <div className={classes.mocks}>
          <Mocks {...view} mocks={parts.toolMocks.map((mock, index) => ({ mock, index }))} />
          {!isReadOnly && (
            <span>
              <AddMock {...view} />
            </span>
          )}
        </div>
      </Part>
      <Part name={t("simulations.role.passes")} help={t("simulations.role.passesHelp")}>
        <Expectations
          {...view}
          scorers={parts.scorers.map((scorer, index) => ({ scorer, index }))}
          line={WHOLE_CALL}
          namesLines
        />
      </Part>
      {last?.shown && <HowItWent last={last} item={last.shown} />}
    </>
  );
}

function Part({ name, help, children }: { name: string; help: string; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={name}>
      <div>
        <h2>{name}</h2>
        <p>{help}</p>
      </div>
      <div>{children}</div>
    </section>
  );
}

const TELLS = ["at once", "if asked", "never"] as const satisfies readonly CallerFact["tells"][];

function Facts({ parts: { facts }, onChange, problems, isReadOnly }: TestViewProps) {
  const { t } = useTranslation();
  const items = useItemKeys(facts.length);
  const set = (next: readonly CallerFact[]) =>
    onChange({ facts: next.length > 0 ? next : undefined } as { facts: readonly CallerFact[] });
  const change = (index: number, part: Partial<CallerFact>) =>
    set(facts.map((fact, place) => (place === index ? { ...fact, ...part } : fact)));
  return (
    <>
      <ul className={classes.facts}>
        {facts.map(({ name = "", value = "", tells }, index) => {
          const number = String(index + 1);
          return (
            <li key={items.keys[index]} data-path={`facts.${index}`}>
              <TextInput
                aria-label={t("simulations.role.factName", { number })}
                placeholder={t("simulations.role.factNameHint")}
                value={name}
                error={problemAt(problems, `facts.${index}.name`)}
                disabled={isReadOnly}
                onChange={(event) => change(index, { name: event.currentTarget.value })}
              />
              <TextInput
                aria-label={t("simulations.role.factValue", { number })}
                value={value}
                error={problemAt(problems, `facts.${index}.value`)}
                disabled={isReadOnly}
                onChange={(event) => change(index, { value: event.currentTarget.value })}
              />
              <NativeSelect
                aria-label={t("simulations.role.factTells", { number })}
                value={tells}
                disabled={isReadOnly}
                data={TELLS.map((each) => ({ value: each, label: t(`simulations.role.tells.${each}`) }))}
                onChange={(event) =>
                  change(index, { tells: TELLS.find((each) => each === event.currentTarget.value) ?? "if asked" })
                }
              />
              {!isReadOnly && (
                <CrossButton
                  aria-label={t("simulations.role.removeFact", { number })}
                  onClick={() => {
                    items.remove(index);
                    set(facts.filter((_, place) => place !== index));
                  }}
                />
              )}
            </li>
          );
        })}
      </ul>
      {!isReadOnly && (
        <AddButton
          variant="subtle"
          onClick={() => {
            items.add();
            // Without a name and a value, which are reported when the user saves.
            set([...facts, { tells: "if asked" } as CallerFact]);
          }}
        >
          {t("simulations.role.addFact")}
        </AddButton>
      )}
    </>
  );
}

/** The conversation of the last run, with the criteria that failed at their turns. */
function HowItWent({ last, item }: { last: LastRunOfTest; item: NonNullable<LastRunOfTest["shown"]> }) {
  const { t } = useTranslation();
  const { turns = [] } = item.metadata?.call ?? {};
  const failed = (item.results?.scorerResults ?? []).filter(({ result }) => result === "fail");
  return (
    <section className={classes.went} aria-label={t("simulations.role.went", { seed: String(item.seed) })}>
      <h2>
        {t("simulations.role.went", { seed: String(item.seed) })}
        <span>{item.callerName}</span>
        <Link to="/simulations/runs/$runId" params={{ runId: last.run.id }} search={{ item: item.id }} className={classes.end}>
          {t("simulations.last.open")}
        </Link>
      </h2>
      {turns.map(({ said, answer, agent }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: turns never change their order.
        <Fragment key={index}>
          <p>
            <span className={classes.caller}>{t("testRuns.caller")}</span>
            <span>{said}</span>
          </p>
          <p>
            <span className={classes.agent}>{agent ?? t("testRuns.agent")}</span>
            <span>
              {answer === "" ? <em>{t("testRuns.noAnswer")}</em> : answer}{" "}
              {failed
                .filter(({ turn }) => turn === index + 1)
                .map(({ rubric }) => (
                  <small key={rubric} className={classes.failed}>
                    — {rubric}
                  </small>
                ))}
            </span>
          </p>
        </Fragment>
      ))}
    </section>
  );
}
