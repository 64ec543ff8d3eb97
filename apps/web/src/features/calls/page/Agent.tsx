import type { Call } from "@callwright/contract";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { clockTime } from "../../../kit/clock-time.ts";
import { Instant } from "../../../kit/Instant.tsx";
import { Pill } from "../../../kit/Pill.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { costText } from "../../../resource/costs/cost-column.ts";
import { assistantNameOf, durationMsOf } from "../call-rows.ts";
import classes from "./facts.module.css";

/** Who had the call, and in which version, as links. */
export function Agent({ call }: { call: Call }) {
  const { t } = useTranslation();
  const { assistantId: id, squadId, workflowId, assistantVersion, squadVersion, workflowVersion } = call;
  const name = assistantNameOf(call) ?? t("calls.unnamedAssistant");
  const team = squadId
    ? { resource: "squads", id: squadId, of: call.squad, version: squadVersion }
    : { resource: "workflows", id: workflowId, of: call.workflow, version: workflowVersion };
  if (team.id) {
    const params = { resource: team.resource, id: team.id };
    return (
      <>
        <Link to="/$resource/$id" params={params} className={classes.link} title={name}>
          {typeof team.of?.name === "string" ? team.of.name : name}
        </Link>
        {team.version && (
          <Link to="/$resource/$id" params={params} search={{ tab: "versions" }} className={classes.version}>
            {team.version}
          </Link>
        )}
      </>
    );
  }
  return (
    <>
      {id ? (
        <Link to="/assistants/$id" params={{ id }} className={classes.link} title={name}>
          {name}
        </Link>
      ) : (
        <span className={classes.link} title={name}>
          {name}
        </span>
      )}
      {assistantVersion && id ? (
        <Link to="/assistants/$id" params={{ id }} search={{ tab: "versions" }} className={classes.version}>
          {assistantVersion}
        </Link>
      ) : (
        <Pill>{t("call.draft")}</Pill>
      )}
    </>
  );
}

/** The daily loop: from a call to the words that made it so. */
export function EditPrompt({ call: { assistantId: id, squadId, workflowId } }: { call: Call }) {
  const { t } = useTranslation();
  if (!id || squadId || workflowId) return null;
  return (
    <Button
      size="compact-sm"
      renderRoot={(props) => <Link to="/assistants/$id" params={{ id }} search={{ focus: "prompt" }} {...props} />}
    >
      {t("call.editPrompt")}
    </Button>
  );
}

/** On a phone, below the outcome: who, when, how long, and for how much. */
export function AgentLine({ call, children }: { call: Call; children: ReactNode }) {
  const format = useFormat();
  const durationMs = call.endedAt === undefined ? undefined : durationMsOf(call, 0);
  const started = call.startedAt ?? call.createdAt;
  return (
    <div className={classes.agent}>
      <Agent call={call} />
      <span className={`${classes.quiet} num`}>
        <Instant iso={started}>{format.dayTime(started)}</Instant>
        {durationMs !== undefined && ` · ${clockTime(durationMs)}`}
        {call.cost !== undefined && ` · ${costText(call)}`}
      </span>
      {children}
    </div>
  );
}
