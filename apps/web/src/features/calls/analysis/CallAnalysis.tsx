import { type AnalysisNote, type Call, type CallEvent, type CallLine, isSaid } from "@callwright/contract";
import { Button, Text, UnstyledButton } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import { useMayEdit } from "../../../data/use-may-edit.ts";
import { clockTime } from "../../../kit/clock-time.ts";
import { Fact } from "../../../kit/Fact.tsx";
import { Failure } from "../../../kit/Failure.tsx";
import { humanName } from "../../../kit/field-names.ts";
import { Pill } from "../../../kit/Pill.tsx";
import { readJsonObject } from "../../../resource/json/json-text.ts";
import { ChangeList } from "../../../resource/versions/ChangeList.tsx";
import { configDiff } from "../../../resource/versions/config-diff.ts";
import { useFieldLabel } from "../../assistants/settings/use-field-label.ts";
import { callKeys } from "../call-queries.ts";
import type { ConversationRow } from "../conversation/conversation.ts";
import classes from "./analysis.module.css";

interface CallAnalysisProps {
  call: Call;
  events: readonly CallEvent[];
  rows: readonly ConversationRow[];
  /** Shows a moment of the call. */
  onSeek: (ms: number) => void;
}

/** What was found out about a call after its end: a card for each part, and what changed when it was analyzed again. */
export function CallAnalysis({ call, events, rows, onSeek }: CallAnalysisProps) {
  const { t } = useTranslation();
  const { summary, successEvaluation, structuredData, structuredDataMulti = [], notes = [] } = call.analysis ?? {};
  const { structuredOutputs = {}, skippedStructuredOutputs = {}, scorecards = {} } = call.artifact ?? {};
  const isWaiting = call.analysisState === "waiting";
  const noteOf = (part: string) => notes.filter((note) => note.part === part);
  const show = (value: unknown) => <Value value={value} rows={rows} onSeek={onSeek} />;
  const shown = new Set<string>();
  const card = (part: string, title: string, content: ReactNode, kind?: string) => {
    shown.add(part);
    return (
      <Card key={part} title={title} kind={kind} notes={noteOf(part)}>
        {content}
      </Card>
    );
  };
  const cards = [
    ...(summary === undefined ? [] : [card("summary", t("analysis.summary"), show(summary))]),
    ...(successEvaluation === undefined
      ? []
      : [card("successEvaluation", t("analysis.success"), <Success value={successEvaluation} />, rubricOf(call))]),
    ...(structuredData === undefined ? [] : [card("structuredData", t("analysis.data"), show(structuredData))]),
    ...structuredDataMulti.map(({ key, ...data }) => card(`structuredDataMulti.${String(key)}`, String(key), show(data))),
    ...Object.entries(structuredOutputs).map(([key, { name, result, error }]) =>
      card(`structuredOutputs.${key}`, name, error ? <Text c="red">{error}</Text> : show(result), t("analysis.output")),
    ),
    ...Object.entries(skippedStructuredOutputs).map(([key, { name, unmetCondition }]) =>
      card(
        `structuredOutputs.${key}`,
        name,
        <Text c="dimmed">{t("analysis.skipped", { condition: humanName(unmetCondition.type) })}</Text>,
        t("analysis.output"),
      ),
    ),
    ...Object.entries(scorecards).map(([key, { score, scoreNormalized = score }]) =>
      card(
        `scorecards.${key}`,
        key,
        <b className="num">{t("analysis.score", { score: String(scoreNormalized) })}</b>,
        t("analysis.scorecard"),
      ),
    ),
  ];
  const others = notes.filter(({ part }) => !shown.has(part));
  return (
    <div className={classes.analysis}>
      {isWaiting && <Text role="status">{t("analysis.running")}</Text>}
      {!isWaiting && cards.length === 0 && others.length === 0 && <Text c="dimmed">{t("analysis.none")}</Text>}
      <div className={classes.cards}>
        {cards}
        {others.map((note) => (
          <Card key={note.part} title={titleOf(note.part)} kind={undefined} notes={[note]} />
        ))}
      </div>
      <Changes events={events} />
      <Again call={call} isWaiting={isWaiting} />
    </div>
  );
}

function rubricOf({ assistant }: Call): string {
  const { analysisPlan } = (assistant ?? {}) as { analysisPlan?: { successEvaluationPlan?: { rubric?: string } } };
  return humanName(analysisPlan?.successEvaluationPlan?.rubric ?? "PassFail");
}

/** `structuredDataMulti.order` is "order". */
function titleOf(part: string): string {
  return humanName(part.slice(part.indexOf(".") + 1));
}

interface CardProps {
  title: string;
  kind: string | undefined;
  notes: readonly AnalysisNote[];
  children?: ReactNode;
}

function Card({ title, kind, notes, children }: CardProps) {
  const { t } = useTranslation();
  return (
    <section className={classes.card} aria-label={title}>
      <div className={classes.head}>
        <h2>{title}</h2>
        {kind && <Pill>{kind}</Pill>}
      </div>
      {children}
      {notes.map(({ kind: what, text }) => (
        <p key={text} className={classes.note} data-kind={what}>
          <b>{t(`analysis.note.${what}`)}</b> {text}
        </p>
      ))}
    </section>
  );
}

/** A rubric's value: true or false in words, a table of criteria, or as it is. */
function Success({ value }: { value: string }) {
  const { t } = useTranslation();
  if (value === "true" || value === "false")
    return <Pill kind={value === "true" ? "accent" : "bad"}>{t(`analysis.passed.${value}`)}</Pill>;
  const criteria = readJsonObject(value);
  if (!criteria.ok) return <b className="num">{value}</b>;
  return <Fields entries={Object.entries(criteria.value).map(([name, each]) => [name, String(each)])} />;
}

function Fields({ entries }: { entries: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={classes.fields}>
      {entries.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </dl>
  );
}

interface ValueProps extends Pick<CallAnalysisProps, "rows" | "onSeek"> {
  value: unknown;
}

/** A value, an object as its fields, with the passage that says it word for word. */
function Value({ value, rows, onSeek }: ValueProps) {
  const { t } = useTranslation();
  if (value === null || value === undefined) return <Text c="dimmed">{t("analysis.noValue")}</Text>;
  if (typeof value === "object" && !Array.isArray(value)) {
    const entries = Object.entries(value).map(
      ([name, each]) => [name, <Value key={name} value={each} rows={rows} onSeek={onSeek} />] as const,
    );
    return <Fields entries={entries} />;
  }
  const passage = passageOf(value, rows);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return (
    <>
      <span className={classes.value}>{text}</span>
      {passage && (
        <UnstyledButton className={classes.passage ?? ""} onClick={() => onSeek(passage.startMs)}>
          {t("analysis.passage", { time: clockTime(passage.startMs), text: passage.text })}
        </UnstyledButton>
      )}
    </>
  );
}

/** The last analysis compared with the one before. */
function Changes({ events }: { events: readonly CallEvent[] }) {
  const { t } = useTranslation();
  const labelOf = useFieldLabel();
  const [before, after] = events.flatMap((event) => (event.type === "analysis.done" ? [event.payload] : [])).slice(-2);
  if (!before || !after) return null;
  const results = ({ analysis: { notes: _, ...analysis }, structuredOutputs, scorecards }: typeof before) => ({
    analysis,
    structuredOutputs,
    scorecards,
  });
  const changes = configDiff(results(before), results(after));
  return (
    <section aria-label={t("analysis.changes")}>
      <h2 className={classes.title}>{t("analysis.changes")}</h2>
      {changes.length > 0 ? <ChangeList changes={changes} labelOf={labelOf} /> : <Text>{t("analysis.unchanged")}</Text>}
    </section>
  );
}

function Again({ call: { id, assistantId }, isWaiting }: { call: Call; isWaiting: boolean }) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const mayAnalyze = useMayEdit("analyzeCall");
  const again = useMutation({
    mutationFn: () => client.calls.analyze({ id }),
    onSuccess: (call) => {
      queryClient.setQueryData(callKeys.one(id), call);
      // The analysis may have ended before this answer came.
      void queryClient.invalidateQueries({ queryKey: callKeys.one(id) });
    },
  });
  if (!mayAnalyze) return null;
  return (
    <div className={classes.again}>
      <Failure>{again.error && t("analysis.againFailed", { reason: again.error.message })}</Failure>
      <Button aria-disabled={isWaiting} loading={again.isPending} onClick={() => !isWaiting && again.mutate()}>
        {t("analysis.again")}
      </Button>
      <Text c="dimmed" size="sm">
        {t(assistantId === undefined ? "analysis.againAsThen" : "analysis.againAsNow")}
      </Text>
    </div>
  );
}

/** Shorter words are in every conversation. */
const MIN_CHARACTERS = 3;

const plain = (text: string) => text.toLowerCase().replace(/\s+/g, " ").trim();

/** The first line of a conversation that contains a value word for word. */
export function passageOf<Line extends Pick<CallLine, "kind" | "text">>(
  value: unknown,
  lines: readonly Line[],
): Line | undefined {
  const wanted = typeof value === "string" || typeof value === "number" ? plain(String(value)) : "";
  if (wanted.length < MIN_CHARACTERS) return undefined;
  const said = lines.filter(isSaid);
  // A summary by rule quotes the spoken words.
  const quotes = [...wanted.matchAll(/“([^”…]+)/g)].map(([, quoted = ""]) => quoted);
  return said.find(({ text }) => [wanted, ...quotes].some((each) => plain(text).includes(each)));
}
