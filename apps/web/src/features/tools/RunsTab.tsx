import type { StoredToolRun, Tool } from "@callwright/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../data/services.tsx";
import { TabNote } from "../../kit/TabNote.tsx";
import { ToolCallRow } from "../../kit/ToolCallRow.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { QueryState } from "../../resource/QueryState.tsx";
import classes from "./runs-tab.module.css";
import { toolRunsQuery } from "./tool-run-queries.ts";

/** The tool's last runs: time, duration, arguments and result. */
export function RunsTab({ entity: { id } }: { entity: Tool }) {
  const { t } = useTranslation();
  const { dataHost } = useServices();
  const isOffered = dataHost.offers("listToolRuns");
  const runs = useQuery({ ...toolRunsQuery(useClient(), id), enabled: isOffered });
  if (!isOffered) return <TabNote text={t("toolRuns.elsewhere")} />;
  if (!runs.data) return <QueryState query={runs} failed={(reason) => t("toolRuns.loadFailed", { reason })} />;
  if (runs.data.length === 0) return <TabNote text={t("toolRuns.none")} />;
  return (
    <ol className={classes.runs} aria-label={t("tools.tabs.runs")}>
      {runs.data.map((run) => (
        <li key={run.id}>
          <Place run={run} />
          <ToolCallRow {...run} />
        </li>
      ))}
    </ol>
  );
}

/** When it ran, as a link to where. */
function Place({ run: { startedAt, callId, chatId } }: { run: StoredToolRun }) {
  const format = useFormat();
  const time = <time dateTime={startedAt}>{format.dateTimeSeconds(startedAt)}</time>;
  if (callId !== undefined)
    return (
      <Link className={classes.place} to="/calls/$id" params={{ id: callId }}>
        {time}
      </Link>
    );
  return (
    <Link className={classes.place} to="/$resource/$id" params={{ resource: "chats", id: chatId ?? "" }}>
      {time}
    </Link>
  );
}
