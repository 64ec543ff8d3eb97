import { WEBHOOK_HIDDEN_VALUE, type WebhookAttempt, type WebhookDeliveryDetail } from "@callwright/contract";
import { Button, Drawer, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { CopyButton } from "../../kit/CopyButton.tsx";
import { CopyId } from "../../kit/CopyId.tsx";
import { Fact } from "../../kit/Fact.tsx";
import facts from "../../kit/facts.module.css";
import { Instant } from "../../kit/Instant.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { Scroller } from "../../kit/Scroller.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useReturnedFocus } from "../../kit/use-returned-focus.ts";
import { writeJson } from "../../resource/json/json-text.ts";
import { QueryState } from "../../resource/QueryState.tsx";
import { DeliveryStatus } from "./DeliveryStatus.tsx";
import { useResend } from "./use-resend.ts";
import { webhookQuery } from "./webhook-queries.ts";
import classes from "./webhooks.module.css";

const EditAndResend = lazy(async () => ({ default: (await import("./EditAndResend.tsx")).EditAndResend }));

/** One server message: where it went, its attempts, its body. Editors can send it again. */
export function DeliveryDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation();
  useReturnedFocus();
  const query = useQuery(webhookQuery(useClient(), id));
  const { data } = query;
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={720}
      title={data?.type ?? t("app.loading")}
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ "aria-label": t("app.close") }}
      styles={{ title: { fontSize: 16, fontWeight: 650 } }}
    >
      <QueryState query={query} failed={(reason) => t("webhooks.loadFailed", { reason })} />
      {data && <Delivery delivery={data} />}
    </Drawer>
  );
}

function Delivery({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { t } = useTranslation();
  const [isEditing, setEditing] = useState(false);
  const { body, log } = delivery;
  return (
    <div className={classes.drawer}>
      <Facts delivery={delivery} />
      {body && isEditing && (
        <Suspense fallback={<PageSkeleton />}>
          <EditAndResend delivery={delivery} body={body} onClose={() => setEditing(false)} />
        </Suspense>
      )}
      {body && !isEditing && <Actions delivery={delivery} body={body} last={log.at(-1)} onEdit={() => setEditing(true)} />}
      <AttemptList log={log} />
      {body === null && <p className={classes.dim}>{t("webhooks.bodyGone")}</p>}
      {body && !isEditing && <Body body={body} />}
    </div>
  );
}

function Facts({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { t } = useTranslation();
  const { id, createdAt, kind, target, url, answeredBy, callId, error, nextAttemptAt } = delivery;
  return (
    <dl className={facts.facts}>
      <Fact name={t("webhooks.columns.status")}>
        <DeliveryStatus delivery={delivery} /> {error && <span className={classes.error}>{error}</span>}
      </Fact>
      {nextAttemptAt && (
        <Fact name={t("webhooks.nextAttempt")}>
          <Instant iso={nextAttemptAt} />
        </Fact>
      )}
      <Fact name={t("webhooks.columns.target")}>
        {t(`webhooks.target.${target}`)} {url && <span className="mono">{url}</span>}
      </Fact>
      {answeredBy !== undefined && <Fact name={t("webhooks.answeredBy")}>{t("webhooks.terminalOf", { name: answeredBy })}</Fact>}
      <Fact name={t("webhooks.kind")}>{t(`webhooks.kinds.${kind}`)}</Fact>
      <Fact name={t("webhooks.columns.when")}>
        <Instant iso={createdAt} />
      </Fact>
      {callId && (
        <Fact name={t("webhooks.call")}>
          <Link to="/calls/$id" params={{ id: callId }}>
            {t("webhooks.openCall")}
          </Link>
        </Fact>
      )}
      <Fact name={t("webhooks.messageId")}>
        <CopyId id={id} label={t("webhooks.copyMessageId")} />
      </Fact>
    </dl>
  );
}

interface ActionsProps {
  delivery: WebhookDeliveryDetail;
  body: Record<string, unknown>;
  last: WebhookAttempt | undefined;
  onEdit: () => void;
}

function Actions({ delivery, body, last, onEdit }: ActionsProps) {
  const { t } = useTranslation();
  const mayResend = useMayEdit("resendWebhookDelivery");
  const { resend, failure, isSending } = useResend(delivery.id);
  return (
    <div>
      <Group gap={8}>
        {mayResend && (
          <>
            {/* Not disabled while sending: a disabled button loses the keyboard focus. */}
            <Button variant="filled" aria-disabled={isSending} onClick={() => !isSending && resend({})}>
              {t(isSending ? "webhooks.sending" : "webhooks.resend")}
            </Button>
            <Button onClick={onEdit}>{t("webhooks.edit")}</Button>
          </>
        )}
        <CopyButton size="sm" label={t("webhooks.copyBody")} text={writeJson(body)} />
        {last && (
          <CopyButton
            size="sm"
            label={t("webhooks.copyCurl")}
            text={curlCommand({ url: last.url, headers: last.requestHeaders, body: last.body ?? body })}
          />
        )}
      </Group>
      {mayResend && delivery.kind === "answered" && <p className={classes.note}>{t("webhooks.resendAnswered")}</p>}
      <div role="status" className={classes.error}>
        {failure}
      </div>
    </div>
  );
}

function Body({ body }: { body: Record<string, unknown> }) {
  const { t } = useTranslation();
  return (
    <section className={classes.section}>
      <h2 className={classes.heading}>{t("webhooks.body")}</h2>
      <Scroller as="pre" className={`mono ${classes.json}`} aria-label={t("webhooks.body")} role="region">
        {writeJson(body)}
      </Scroller>
    </section>
  );
}

interface SentRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: object;
}

/** A request as a command for a POSIX shell. Values that the log hides become `<name>`, to be filled in. */
export function curlCommand({ url, headers, body }: SentRequest): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `-H ${quoted(`${name}: ${value === WEBHOOK_HIDDEN_VALUE ? `<${name}>` : value}`)}`,
  );
  return [`curl -X POST ${quoted(url)}`, ...lines, `-d ${quoted(JSON.stringify(body))}`].join(" \\\n  ");
}

/** In single quotes, only the quote itself is special. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The requests of a message, newest first: when, how long, what came back. */
function AttemptList({ log }: { log: readonly WebhookAttempt[] }) {
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
