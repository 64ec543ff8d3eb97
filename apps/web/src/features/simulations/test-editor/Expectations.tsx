import type { Scorer, ScorerCheck, ToolMock } from "@callwright/contract";
import { Menu, UnstyledButton } from "@mantine/core";
import {
  IconAlertCircle,
  IconArrowRight,
  IconChevronDown,
  IconCircle,
  IconCircleCheck,
  IconCircleX,
  IconPlus,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { AddButton } from "../../../kit/AddButton.tsx";
import { problemAt } from "../../../resource/problems.ts";
import type { TestViewProps } from "./EditorBody.tsx";
import {
  asText,
  CHECKS_OF_LINES,
  metOf,
  NEW_CHECKS,
  type NewCheck,
  type PlacedMock,
  type PlacedScorer,
  WHOLE_CALL,
  wordsOf,
} from "./expectations.ts";
import classes from "./test-editor.module.css";

interface ExpectationsProps extends TestViewProps {
  scorers: readonly PlacedScorer[];
  /** The caller's line whose answer is meant. `WHOLE_CALL`: the call. */
  line: number;
  /** The line is said in each chip: the chips of all lines stand together. */
  namesLines?: boolean;
}

/** Expectations as chips, with how often the last run met them, and a button for another one. */
export function Expectations({ scorers, line, namesLines = false, ...view }: ExpectationsProps) {
  return (
    <ul className={classes.chips}>
      {scorers.map((placed) => (
        <li key={placed.index}>
          <Chip {...view} placed={placed} namesLine={namesLines} />
        </li>
      ))}
      {!view.isReadOnly && (
        <li>
          <AddExpectation {...view} line={line} />
        </li>
      )}
    </ul>
  );
}

interface ChipProps extends TestViewProps {
  placed: PlacedScorer;
  namesLine: boolean;
}

function Chip({ placed, namesLine, onOpen, problems, last }: ChipProps) {
  const { t } = useTranslation();
  const { scorer, index } = placed;
  const { met, total } = metOf(placed, last?.items ?? []);
  const isIncomplete = problemAt(problems, `scorers.${index}`) !== undefined;
  const isBad = isIncomplete || met < total;
  const { check } = scorer;
  const turn = namesLine && check && "turn" in check ? check.turn : undefined;
  const words = wordsOf(check, t) ?? scorer.rubric ?? "";
  const text = turn === undefined ? words : t("simulations.expect.inTurn", { turn: String(turn), words });
  const Mark = isIncomplete ? IconAlertCircle : total === 0 ? IconCircle : isBad ? IconCircleX : IconCircleCheck;
  return (
    <UnstyledButton
      className={classes.chip}
      data-bad={isBad || undefined}
      data-none={(total === 0 && !isIncomplete) || undefined}
      title={scorer.rubric}
      onClick={() => onOpen({ list: "scorers", index })}
    >
      <Mark size={16} aria-hidden="true" />
      <span>{text === "" ? t("simulations.expect.unnamed") : text}</span>
      {total > 0 && (
        <span className={classes.met}>
          <span aria-hidden="true">{met}</span>
          <span className="visually-hidden">{t("simulations.passedOf", { passed: String(met), total: String(total) })}</span>
        </span>
      )}
    </UnstyledButton>
  );
}

function AddExpectation({ line, parts, onChange, onOpen }: TestViewProps & { line: number }) {
  const { t } = useTranslation();
  const kinds: readonly NewCheck[] = line === WHOLE_CALL ? (Object.keys(NEW_CHECKS) as NewCheck[]) : CHECKS_OF_LINES;
  const add = (kind: NewCheck | undefined) => {
    const plain = kind && NEW_CHECKS[kind];
    const check = plain && line !== WHOLE_CALL && plain.type !== "tool-called" ? { ...plain, turn: line } : plain;
    const rubric = wordsOf(check as ScorerCheck | undefined, t);
    const scorer = { type: "ai", ...(rubric !== undefined && { rubric }), ...(check && { check }) };
    onChange({ scorers: [...parts.scorers, scorer as Scorer] });
    onOpen({ list: "scorers", index: parts.scorers.length });
  };
  const name = line === WHOLE_CALL ? t("simulations.expect.addWhole") : t("simulations.expect.addTo", { line: String(line) });
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={classes.chip} data-add aria-label={name}>
          <IconPlus size={14} aria-hidden="true" />
          {t("simulations.expect.add")}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => add(kind)}>
            {t(`suiteTests.values.${kind}`)}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => add(undefined)}>{t("simulations.expect.judged")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** What tools answer in the test. */
export function Mocks({ mocks, ...view }: TestViewProps & { mocks: readonly PlacedMock[] }) {
  const { t } = useTranslation();
  return mocks.map(({ mock, index }) => {
    const given = Object.entries(mock.arguments ?? {}).map(([name, value]) => `${name} ${asText(value)}`);
    const { result = "", failed, enabled } = mock;
    return (
      <UnstyledButton
        key={index}
        className={classes.mock}
        data-bad={problemAt(view.problems, `toolMocks.${index}`) !== undefined || undefined}
        data-off={enabled === false || undefined}
        onClick={() => view.onOpen({ list: "toolMocks", index })}
      >
        <b className="mono">{mock.toolName || t("simulations.editor.unnamedTool")}</b>
        <span className={classes.given}>{given.join(", ")}</span>
        <IconArrowRight size={14} aria-hidden="true" />
        <span className={classes.answer}>{failed ? t("simulations.editor.mockFails", { result }) : result}</span>
        <span className={classes.mockLabel}>
          {t(enabled === false ? "simulations.editor.mockOff" : "simulations.editor.mock")}
          <IconChevronDown size={14} aria-hidden="true" />
        </span>
      </UnstyledButton>
    );
  });
}

export function AddMock({ parts, onChange, onOpen }: TestViewProps) {
  const { t } = useTranslation();
  const add = () => {
    onChange({ toolMocks: [...parts.toolMocks, { result: "" } as ToolMock] });
    onOpen({ list: "toolMocks", index: parts.toolMocks.length });
  };
  return (
    <AddButton variant="subtle" onClick={add}>
      {t("simulations.editor.addMock")}
    </AddButton>
  );
}
