import type { WebhookAttempt } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { Pill } from "../../kit/Pill.tsx";
import { Scroller } from "../../kit/Scroller.tsx";
import { useFormat } from "../../kit/use-format.ts";
import classes from "./webhooks.module.css";

/** The requests of a message, newest first: when, how long, what came back. */
export function AttemptList({ log }: { log: readonly WebhookAttempt[] }) {
  const { t } = useTranslation();
  if (log.length === 0) return null;
  return (
    <section className={classes.section}>
      <h2 className={classes.heading}>{t("webhooks.columns.attempts")}</h2>
      <ol className={classes.attempts}>
        {log.toReversed().map((attempt, index) => (
          <li key={attempt.id}>
            <details open={index === 0}>
              <Summary attempt={attempt} />
              <Attempt attempt={attempt} />
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Summary({ attempt: { kind, startedAt, durationMs, responseStatus } }: { attempt: WebhookAttempt }) {
  const { t } = useTranslation();
  const format = useFormat();
  const isGood = responseStatus !== undefined && responseStatus >= 200 && responseStatus < 300;
  return (
    <summary>
      <Pill kind={isGood ? "accent" : "bad"}>{responseStatus ?? t("webhooks.noResponse")}</Pill>
      <span>{t(`webhooks.attempt.${kind}`)}</span>
      <time className={classes.dim} dateTime={startedAt}>
        {format.dateTimeSeconds(startedAt)}
      </time>
      <span className={`num ${classes.dim}`}>{t("latency.ms", { value: durationMs.toLocaleString() })}</span>
    </summary>
  );
}

function Attempt({ attempt: { url, requestHeaders, body, responseBody, error } }: { attempt: WebhookAttempt }) {
  const { t } = useTranslation();
  const headers = Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}`);
  return (
    <div className={classes.attempt}>
      {error && <p className={classes.error}>{error}</p>}
      <Block title={t("webhooks.request")} text={[`POST ${url}`, ...headers].join("\n")} />
      {body && <Block title={t("webhooks.editedBody")} text={JSON.stringify(body, undefined, 2)} />}
      {responseBody !== undefined && <Block title={t("webhooks.response")} text={responseBody || t("webhooks.emptyResponse")} />}
    </div>
  );
}

function Block({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h3 className={classes.blockTitle}>{title}</h3>
      <Scroller as="pre" className={`mono ${classes.json}`} role="group" aria-label={title}>
        {text}
      </Scroller>
    </>
  );
}
