import type { StoredToolRun } from "@callwright/contract";
import { Button, Menu, UnstyledButton } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../../data/services.tsx";
import { Pill } from "../../../kit/Pill.tsx";
import { Scroller } from "../../../kit/Scroller.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { readJson, writeJson } from "../../../resource/json/json-text.ts";
import { QueryState } from "../../../resource/QueryState.tsx";
import { toolRunsQuery } from "../tool-run-queries.ts";
import classes from "./test-pane.module.css";

function useRuns(toolId: string) {
  const { dataHost } = useServices();
  const isOffered = dataHost.offers("listToolRuns");
  return { isOffered, query: useQuery({ ...toolRunsQuery(useClient(), toolId), enabled: isOffered }) };
}

/** The tool's last runs in calls and chats: each unfolds to its arguments and its answer. */
export function EarlierRuns({ toolId, onChoose }: { toolId: string; onChoose: ((run: StoredToolRun) => void) | undefined }) {
  const { t } = useTranslation();
  const { isOffered, query } = useRuns(toolId);
  if (!isOffered) return null;
  return (
    <section className={classes.section} aria-label={t("toolRuns.title")}>
      <h2 className={classes.title}>{t("toolRuns.title")}</h2>
      {!query.data && <QueryState query={query} failed={(reason) => t("toolRuns.loadFailed", { reason })} />}
      {query.data?.length === 0 && <p className={classes.dim}>{t("toolRuns.none")}</p>}
      {query.data && query.data.length > 0 && (
        <ol className={classes.runs}>
          {query.data.map((run) => (
            <li key={run.id}>
              <Run run={run} onChoose={onChoose} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Run({ run, onChoose }: { run: StoredToolRun; onChoose: ((run: StoredToolRun) => void) | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { startedAt, failed, durationMs, result } = run;
  const read = readJson(result);
  return (
    <details className={classes.run}>
      <summary>
        <time dateTime={startedAt}>{format.dayTime(startedAt)}</time>
        <span className={classes.gist}>{gistOf(run) || run.name}</span>
        {failed && <Pill kind="bad">{t("toolCall.failed")}</Pill>}
        <span className={`num ${classes.dim}`}>{t("latency.ms", { value: Math.round(durationMs).toLocaleString() })}</span>
      </summary>
      <h3 className={classes.small}>{t("toolCall.arguments")}</h3>
      <Scroller as="pre" className={`mono ${classes.text}`}>
        {writeJson(run.arguments)}
      </Scroller>
      <h3 className={classes.small}>{t(failed ? "toolCall.failure" : "toolCall.answer")}</h3>
      <Scroller as="pre" className={`mono ${classes.text}`}>
        {read.ok ? writeJson(read.value) : result}
      </Scroller>
      <div className={classes.buttons}>
        <Place run={run} />
        {onChoose && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onChoose(run)}>
            {t("toolTest.useRun")}
          </Button>
        )}
      </div>
    </details>
  );
}

/** A link to the conversation. */
function Place({ run: { callId, chatId } }: { run: StoredToolRun }) {
  const { t } = useTranslation();
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      renderRoot={(props) =>
        callId === undefined ? (
          <Link to="/$resource/$id" params={{ resource: "chats", id: chatId ?? "" }} {...props} />
        ) : (
          <Link to="/calls/$id" params={{ id: callId }} {...props} />
        )
      }
    >
      {t(callId === undefined ? "toolRuns.openChat" : "toolRuns.openCall")}
    </Button>
  );
}

/** The values of its arguments: "hygiene, 2026-12-01". */
function gistOf({ arguments: given }: StoredToolRun): string {
  return Object.values(given)
    .map((value) => (typeof value === "object" ? JSON.stringify(value) : String(value)))
    .join(", ")
    .slice(0, SHOWN_CHARACTERS);
}

const SHOWN_CHARACTERS = 80;

interface RunMenuProps {
  toolId: string;
  run: StoredToolRun | undefined;
  onChoose: (run: StoredToolRun) => void;
  onReset: () => void;
}

/** Whose arguments are used: samples, or those of one of the last runs. */
export function RunMenu({ toolId, run, onChoose, onReset }: RunMenuProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { query } = useRuns(toolId);
  const runs = query.data ?? [];
  if (runs.length === 0) return <span className={classes.dim}>{t("toolTest.arguments")}</span>;
  return (
    <span className={classes.of}>
      <span className={classes.dim}>{t("toolTest.argumentsOf")}</span>
      <Menu width={320} position="bottom-start">
        <Menu.Target>
          <UnstyledButton className={classes.link}>
            {run ? t("toolTest.runAt", { time: format.dayTime(run.startedAt) }) : t("toolTest.samples")}{" "}
            <IconChevronDown size={14} aria-hidden="true" />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown mah={360} style={{ overflowY: "auto" }}>
          <Menu.Item onClick={onReset}>{t("toolTest.samples")}</Menu.Item>
          {runs.map((each) => (
            <Menu.Item key={each.id} onClick={() => onChoose(each)}>
              {format.dayTime(each.startedAt)}
              {each.failed && ` · ${t("toolCall.failed")}`}
              <br />
              <span className="mono" style={{ overflowWrap: "anywhere" }}>
                {gistOf(each)}
              </span>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}

/** How often the tool was called, from its last runs. Its line is there before they are known. */
export function Used({ toolId }: { toolId: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { isOffered, query } = useRuns(toolId);
  const { data = [] } = query;
  const [last] = data;
  if (!isOffered) return null;
  if (!last) return <p className={classes.dim}>{query.data ? t("toolRuns.unused") : "\u00a0"}</p>;
  const failed = data.filter((run) => run.failed).length;
  const words = t("toolRuns.used", { count: data.length, time: format.dayTime(last.startedAt) });
  return <p className={classes.dim}>{failed > 0 ? `${words} ${t("toolRuns.ofThemFailed", { count: failed })}` : words}</p>;
}
