import { normalizeWords, type SimulationRunItem } from "@callwright/contract";
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Pill } from "../../kit/Pill.tsx";
import { ToolCallRow } from "../../kit/ToolCallRow.tsx";
import classes from "./runs.module.css";

/** The words that the agent of a call recognized, if they differ from the spoken ones. */
function Heard({ said, heard }: { said: string; heard: string }) {
  const { t } = useTranslation();
  if (normalizeWords(heard) === normalizeWords(said)) return null;
  return (
    <p>
      <span className={classes.who}>{t("testRuns.heard")}</span>
      {heard === "" ? <em>{t("testRuns.heardNothing")}</em> : heard}
    </p>
  );
}

/** The turns of an item, those in which a criterion failed marked. */
export function Conversation({ item: { metadata, results } }: { item: SimulationRunItem }) {
  const { t } = useTranslation();
  const { turns, greeting, endedBy } = metadata?.call ?? {};
  const scorerResults = results?.scorerResults ?? [];
  if (!turns) return <Text c="dimmed">{t("testRuns.notStored")}</Text>;
  if (turns.length === 0 && greeting === undefined) return <Text c="dimmed">{t("testRuns.nothingSaid")}</Text>;
  return (
    <ol>
      {greeting !== undefined && (
        <li className={classes.turn}>
          <p>
            <span className={classes.who}>{t("testRuns.agent")}</span>
            {greeting}
          </p>
        </li>
      )}
      {turns.map(({ said, heard, answer, toolCalls, durationMs, agent }, index) => {
        const number = index + 1;
        const failed = scorerResults.filter(({ turn, result }) => turn === number && result === "fail");
        return (
          <li key={number} id={`turn-${number}`} className={classes.turn} data-failed={failed.length > 0 || undefined}>
            <div className={classes.who}>
              {t("testRuns.turn", { number: String(number) })}
              {failed.map(({ rubric }) => (
                <Pill key={rubric} kind="bad">
                  {t("testRuns.failedHere", { criterion: rubric })}
                </Pill>
              ))}
            </div>
            <p>
              <span className={classes.who}>{t("testRuns.caller")}</span>
              {said}
            </p>
            {heard !== undefined && <Heard said={said} heard={heard} />}
            {toolCalls.map(({ name, arguments: given, result, failed: isFailed }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: tool calls of a turn never change their order.
              <ToolCallRow key={place} name={name} arguments={given} result={result} failed={isFailed} />
            ))}
            <p>
              <span className={classes.who}>{agent ?? t("testRuns.agent")}</span>
              {answer === "" ? <em>{t("testRuns.noAnswer")}</em> : answer}
              <span className={`num ${classes.who}`}> {t("latency.ms", { value: durationMs.toLocaleString() })}</span>
            </p>
          </li>
        );
      })}
      {endedBy && <li className={classes.who}>{t(`testRuns.endedBy.${endedBy}`)}</li>}
    </ol>
  );
}
