import type { CallProblem } from "@callwright/contract";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { explainEnd } from "../../kit/ended-words.ts";
import { humanValue } from "../../kit/field-names.ts";
import { useFormat } from "../../kit/use-format.ts";
import classes from "./overview.module.css";

/** What went wrong in calls, each with the call and with the place to fix it. */
export function ProblemsCard({ problems }: { problems: readonly CallProblem[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [nowMs] = useState(Date.now);
  return (
    <section className={classes.card}>
      <header className={classes.cardHead}>
        <h2>{t("overview.problems")}</h2>
      </header>
      {problems.length === 0 && <p className={classes.note}>{t("overview.noProblems")}</p>}
      <ul className={classes.problems}>
        {problems.map((problem) => (
          <Problem
            key={problem.callId}
            problem={problem}
            age={format.age(problem.createdAt, nowMs)}
            utc={format.utc(problem.createdAt)}
          />
        ))}
      </ul>
    </section>
  );
}

function Problem({ problem, age, utc }: { problem: CallProblem; age: string; utc: string }) {
  const { t } = useTranslation();
  const {
    callId,
    createdAt,
    assistantId,
    assistantName,
    kind,
    endedReason = "",
    part = "",
    provider = "",
    toolName,
    message,
  } = problem;
  const ending = explainEnd(endedReason);
  const sentence = {
    ended: ending.sentence,
    failure: t("overview.failure", { part, provider: humanValue(provider) }),
    tool: t("overview.toolFailed", { name: toolName ?? "" }),
  }[kind];
  return (
    <li>
      <Link to="/calls/$id" params={{ id: callId }} className={classes.problem}>
        {sentence}
      </Link>
      <span className={classes.note}>
        <time dateTime={createdAt} title={utc}>
          {age}
        </time>
        {" · "}
        {assistantName ?? t("calls.unnamedAssistant")}
      </span>
      <span className={classes.advice}>
        {kind === "ended" ? ending.advice : message}{" "}
        {(kind === "failure" || ending.fault === "provider") && (
          <Link to="/$resource" params={{ resource: "credentials" }}>
            {t("overview.openCredentials")}
          </Link>
        )}
        {kind === "tool" && (
          <Link to="/$resource" params={{ resource: "tools" }}>
            {t("overview.openTools")}
          </Link>
        )}
        {kind === "ended" && ending.fault === "assistant" && assistantId !== undefined && (
          <Link to="/assistants/$id" params={{ id: assistantId }} search={{ tab: "advanced" }}>
            {t("overview.openAssistant")}
          </Link>
        )}
      </span>
    </li>
  );
}
