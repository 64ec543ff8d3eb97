import { type Call, type CallEvent, NOTHING_TO_FIX } from "@callwright/contract";
import { UnstyledButton } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { clockTime } from "../../../kit/clock-time.ts";
import { endedWords } from "../../../kit/ended-words.ts";
import { Fact } from "../../../kit/Fact.tsx";
import { Pill } from "../../../kit/Pill.tsx";
import { CredentialHint } from "../../../resource/credentials/CredentialHint.tsx";
import classes from "./facts.module.css";

interface OutcomeProps {
  call: Call;
  events: readonly CallEvent[];
  onSeek: (ms: number) => void;
}

interface FailedTool {
  name: string;
  atMs: number;
}

/** What came of a call: its result, how it ended and what to do about it, the tools that failed, and what was found out. */
export function Outcome({ call, events, onSeek }: OutcomeProps) {
  const { t } = useTranslation();
  const ended = endedWords(call, events);
  if (!ended) return null;
  const { summary, successEvaluation } = call.analysis ?? {};
  const failed = events.flatMap((event) =>
    event.type === "tool.answered" && event.payload.failed && !event.payload.repeated
      ? [{ name: event.payload.name, atMs: Math.max(0, event.atMs - event.payload.durationMs) }]
      : [],
  );
  const failure = events
    .flatMap((event) => (event.type === "failure" && event.payload.part !== "trace" ? [event.payload.message] : []))
    .at(-1);
  const { sentence, detail, fault } = ended;
  const isAllWell = detail === NOTHING_TO_FIX;
  return (
    <section className={`${classes.section} ${classes.outcome}`} aria-label={t("call.outcome")} data-fault={fault}>
      <div className={classes.result}>
        <Result value={successEvaluation} />
        <h2>{sentence}</h2>
      </div>
      {fault === "provider" && failure && <p>{failure}</p>}
      {!(isAllWell && failed.length > 0) && detail !== "" && (
        <p className={classes.quiet}>
          {detail}
          <CredentialHint message={`${detail} ${failure ?? ""}`} />
        </p>
      )}
      {failed.length > 0 && <FailedTools failed={failed} onSeek={onSeek} />}
      {summary !== undefined && <p className={classes.summary}>{summary}</p>}
      <Findings call={call} />
      {summary !== undefined && (
        <Link from="/calls/$id" to="." search={(search) => ({ ...search, tab: "analysis" })} className={classes.more}>
          {t("call.wholeAnalysis")}
        </Link>
      )}
    </section>
  );
}

/** The value of the rubric, where it is short. */
function Result({ value }: { value: string | undefined }) {
  const { t } = useTranslation();
  if (value === undefined) return null;
  if (value === "true" || value === "false")
    return (
      <Pill kind={value === "true" ? "accent" : "bad"}>
        {value === "true" && <IconCheck size={12} aria-hidden="true" />} {t(`analysis.passed.${value}`)}
      </Pill>
    );
  return value.length <= RESULT_MAX_CHARACTERS ? <Pill>{value}</Pill> : null;
}

const RESULT_MAX_CHARACTERS = 24;

/** Each tool that failed, with the time of its first failure. */
function FailedTools({ failed, onSeek }: { failed: readonly FailedTool[]; onSeek: (ms: number) => void }) {
  const { t } = useTranslation();
  const first = failed.filter(({ name }, index) => failed.findIndex((each) => each.name === name) === index);
  return (
    <p className={classes.failed}>
      {t("call.failedTools", { count: failed.length })}{" "}
      {first.map(({ name, atMs }) => (
        <UnstyledButton key={name} className={classes.more ?? ""} onClick={() => onSeek(atMs)}>
          <span className="mono">{name}</span> {clockTime(atMs)}
        </UnstyledButton>
      ))}
    </p>
  );
}

/** The structured outputs that are one value. */
function Findings({ call }: { call: Call }) {
  const entries = Object.entries(call.artifact?.structuredOutputs ?? {}).flatMap(([key, { name, result }]) => {
    const isShort = typeof result === "string" || typeof result === "number" || typeof result === "boolean";
    return isShort ? [{ key, name, text: String(result) }] : [];
  });
  if (entries.length === 0) return null;
  return (
    <dl className={classes.list}>
      {entries.map(({ key, name, text }) => (
        <Fact key={key} name={name}>
          <span className={classes.cut} title={text}>
            {text}
          </span>
        </Fact>
      ))}
    </dl>
  );
}
