import { HELD_ITEMS_MAX, type HeldItem, type HeldKind, type HeldSummary, type RestoreState } from "@callwright/contract";
import { Alert, Button, Checkbox, Loader } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCalendarEvent,
  IconCheck,
  IconChevronUp,
  IconClockX,
  IconHash,
  IconLockOpen,
  IconMail,
  IconSparkles,
  IconSpeakerphone,
  IconWebhook,
} from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx";
import { Fact } from "../../kit/Fact.tsx";
import { Failure } from "../../kit/Failure.tsx";
import { LoadFailed } from "../../kit/LoadFailed.tsx";
import { Mark } from "../../kit/Mark.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useNow } from "../../kit/use-now.ts";
import classes from "./restore.module.css";
import { createRestoreApi, type RestoreApi, RestoreError } from "./restore-api.ts";

interface RestoreKindsProps {
  token: string;
  lockedAt: string;
  onLock: () => void;
}

export function RestoreKinds({ token, lockedAt, onLock }: RestoreKindsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const api = useMemo(() => createRestoreApi(token), [token]);
  const state = useQuery({ queryKey: api.key, queryFn: api.state, retry: false });
  const isLocked = state.error instanceof RestoreError && state.error.status === 401;
  useEffect(() => {
    if (isLocked) onLock();
  }, [isLocked, onLock]);
  return (
    <div className={classes.page}>
      <title>{`${t("restore.title")} · ${t("app.name")}`}</title>
      <header className={classes.bar}>
        <Mark size={22} />
        <span className={classes.brand}>{t("app.name")}</span>
        <span className={classes.dim}>/ {t("restore.server")}</span>
        <h1 className={classes.title}>{t("restore.title")}</h1>
        <span className={classes.unlocked}>
          <IconLockOpen size={16} aria-hidden="true" />
          {t("restore.unlockedUntil", { time: format.time(lockedAt) })}
        </span>
        <Button onClick={onLock}>{t("restore.lock")}</Button>
      </header>
      <main className={classes.main}>
        {state.data ? (
          <Restored api={api} state={state.data} />
        ) : state.error && !isLocked ? (
          <LoadFailed message={state.error.message} onRetry={() => void state.refetch()} />
        ) : (
          <Loader size="sm" role="status" aria-label={t("app.loading")} />
        )}
      </main>
    </div>
  );
}

function Restored({ api, state }: { api: RestoreApi; state: RestoreState }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<HeldKind>();
  const resumed = state.kinds.filter(({ resumedAt }) => resumedAt !== undefined).length;
  const isOver = resumed === state.kinds.length;
  return (
    <>
      <div className={classes.column}>
        <div>
          <h2 className={classes.headline}>{t(isOver ? "restore.allResumed" : "restore.headline")}</h2>
          {!isOver && <p className={classes.dim}>{t("restore.intro")}</p>}
        </div>
        {state.oldUrl !== undefined && state.oldUrl !== state.url && <OldServerWarning api={api} url={state.oldUrl} />}
        <section className={classes.card} aria-label={t("restore.onResume")}>
          <div className={classes.head} aria-hidden="true">
            <span />
            <span>{t("restore.what")}</span>
            <span>{t("restore.held")}</span>
            <span>{t("restore.onResume")}</span>
            <span>{t("restore.oldest")}</span>
            <span />
          </div>
          {state.kinds.map((summary) => (
            <KindRow
              key={summary.kind}
              api={api}
              summary={summary}
              isOpen={open === summary.kind}
              onToggle={() => setOpen(open === summary.kind ? undefined : summary.kind)}
            />
          ))}
        </section>
        <p className={classes.dim}>{t("restore.footer", { count: resumed, all: String(state.kinds.length) })}</p>
      </div>
      <Side state={state} />
    </>
  );
}

/** Shown only while the old address answers. */
function OldServerWarning({ api, url }: { api: RestoreApi; url: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const nowMs = useNow(true);
  const asked = useQuery({ queryKey: ["restore-old-server", url], queryFn: api.oldServer, retry: false });
  if (!asked.data?.answers) return null;
  return (
    <Alert color="yellow" variant="outline" icon={<IconAlertTriangle aria-hidden="true" />} role="alert">
      <div className={classes.warning}>
        <span>
          <strong>{t("restore.oldAnswers")}</strong>{" "}
          {t("restore.oldNote", { url: new URL(url).host, age: format.age(asked.data.askedAt, nowMs) })}
        </span>
        <Button loading={asked.isFetching} onClick={() => void asked.refetch()}>
          {t("restore.askAgain")}
        </Button>
      </div>
    </Alert>
  );
}

function Side({ state: { backupMadeAt, checked, restoredAt, restoredBy } }: { state: RestoreState }) {
  const { t } = useTranslation();
  const format = useFormat();
  const facts = [
    [t("restore.backup"), format.dayTime(backupMadeAt)],
    [t("restore.checked"), t(`restore.${checked}`)],
    [t("restore.restored"), format.dayTime(restoredAt)],
    [t("restore.by"), restoredBy],
    [t("restore.notInIt"), t("restore.notInItFor")],
  ];
  return (
    <aside className={classes.side}>
      <section className={classes.sideCard}>
        <h2>{t("restore.copy")}</h2>
        <dl className={classes.facts}>
          {facts.map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </dl>
      </section>
      <section className={classes.sideCard}>
        <h2>{t("restore.peopleSee")}</h2>
        <p className={classes.dim}>“{t("restore.members")}”</p>
      </section>
    </aside>
  );
}

const ICONS = {
  campaigns: IconSpeakerphone,
  scheduledCalls: IconCalendarEvent,
  webhooks: IconWebhook,
  mails: IconMail,
  carriers: IconHash,
  jobs: IconSparkles,
  purge: IconClockX,
} satisfies Record<HeldKind, unknown>;

interface KindRowProps {
  api: RestoreApi;
  summary: HeldSummary;
  isOpen: boolean;
  onToggle: () => void;
}

/** A kind of held work: what a resume would do. Opened, its overdue items and the button that resumes it. */
function KindRow({ api, summary, isOpen, onToggle }: KindRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const would = useWould(summary);
  const { kind, held, overdue, oldestAt, resumedAt } = summary;
  const resume = useMutation({ mutationFn: () => api.resume(kind), meta: { changes: [api.key] } });
  const Icon = ICONS[kind];
  const late = overdue > 0 && <span className={classes.warn}>{t("restore.overdue", { count: overdue })}</span>;
  const panel = `restore-${kind}`;
  return (
    <>
      <div className={classes.row} data-open={isOpen || undefined}>
        <Icon size={16} aria-hidden="true" className={classes.icon} />
        <h3 className={classes.kind}>{t(`restore.kinds.${kind}.name`)}</h3>
        <span className={classes.count}>{held.toLocaleString()}</span>
        <span className={classes.would}>
          {would} {late && <>· {late}</>}{" "}
          {resumedAt !== undefined && (
            <Pill kind="accent">
              <IconCheck size={14} aria-hidden="true" /> {t("restore.resumedAt", { time: format.dayTime(resumedAt) })}
            </Pill>
          )}
        </span>
        <span className={classes.oldest}>{oldestAt === undefined ? "–" : format.dayTime(oldestAt)}</span>
        <span className={classes.action}>
          <Button
            onClick={onToggle}
            aria-expanded={isOpen}
            aria-controls={panel}
            aria-label={`${t(`restore.kinds.${kind}.name`)}: ${t(isOpen ? "restore.hide" : "restore.review")}`}
            rightSection={isOpen ? <IconChevronUp size={14} aria-hidden="true" /> : undefined}
          >
            {t(isOpen ? "restore.hide" : "restore.review")}
          </Button>
        </span>
      </div>
      {isOpen && (
        <div id={panel} className={classes.panel}>
          <KindItems api={api} summary={summary} />
          <Failure>{resume.error?.message}</Failure>
          {resumedAt === undefined && (
            <div className={classes.foot}>
              <span className={classes.dim}>{would}</span>
              <Button variant="filled" loading={resume.isPending} onClick={() => resume.mutate()}>
                {t(`restore.kinds.${kind}.resume`)}
              </Button>
            </div>
          )}
        </div>
      )}
    </>
  );
}

/** What happens by itself after the resume, as a sentence. */
function useWould(summary: HeldSummary): string {
  const { t } = useTranslation();
  const format = useFormat();
  const { kind, people = 0, addresses = [], nextAt } = summary;
  const ahead = summary.ahead.toLocaleString();
  if (kind === "campaigns") return t("restore.would.campaigns", { people: people.toLocaleString() });
  if (kind === "scheduledCalls")
    return nextAt === undefined
      ? t("restore.would.scheduledCalls", { ahead })
      : t("restore.would.scheduledCallsNext", { ahead, next: format.dayTime(nextAt) });
  if (kind === "webhooks")
    return t("restore.would.webhooks", { ahead, addresses: addresses.join(", ") || t("restore.noAddress") });
  return t(`restore.would.${kind}`);
}

interface Asked {
  what: "send" | "drop";
  items: readonly HeldItem[];
}

const LISTED = new Set(["campaigns", "scheduledCalls", "webhooks", "mails", "carriers"]);
const SENT = new Set(["scheduledCalls", "webhooks", "mails", "carriers"]);
const NAMES_SHOWN = 5;

/** The overdue items of a kind, which can be sent or dropped one by one. None is selected at first. */
function KindItems({ api, summary }: Pick<KindRowProps, "api" | "summary">) {
  const { t } = useTranslation();
  const { kind, overdue } = summary;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<Asked>();
  const items = useQuery({
    queryKey: [...api.key, kind],
    queryFn: () => api.items(kind),
    enabled: LISTED.has(kind),
    retry: false,
  });
  const act = useMutation({
    mutationFn: ({ what, items: these }: Asked) =>
      api.act(
        kind,
        what,
        these.map(({ id }) => id),
      ),
    onSuccess: () => setSelected(new Set()),
    meta: { changes: [api.key] },
  });
  if (!LISTED.has(kind)) return null;
  if (items.error) return <LoadFailed message={items.error.message} onRetry={() => void items.refetch()} />;
  if (!items.data) return <Loader size="sm" role="status" aria-label={t("app.loading")} />;
  const chosen = items.data.filter(({ id }) => selected.has(id));
  const others = items.data.filter(({ id }) => !selected.has(id));
  const sends = SENT.has(kind);
  const drops = sends && kind !== "carriers";
  const send = t(`restore.kinds.${kind}.send`);
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  return (
    <div>
      <div className={classes.itemsHead}>
        <span>
          <strong>
            {drops
              ? t("restore.overdueTitle", { count: overdue })
              : t(`restore.${kind === "carriers" ? "carriers" : "campaigns"}Title`)}
          </strong>{" "}
          {drops && <span className={classes.dim}>{t("restore.overdueNote")}</span>}
          {kind === "carriers" && <span className={classes.dim}>{t("restore.carriersNote")}</span>}{" "}
          {overdue > HELD_ITEMS_MAX && (
            <span className={classes.dim}>{t("restore.overdueFirst", { count: HELD_ITEMS_MAX })}</span>
          )}
        </span>
        <span className={classes.buttons}>
          {chosen.length > 0 && (
            <Button onClick={() => setAsked({ what: "send", items: chosen })}>
              {t("restore.sendSelected", { send, count: chosen.length })}
            </Button>
          )}
          {drops && others.length > 0 && (
            <Button onClick={() => setAsked({ what: "drop", items: others })}>
              {t("restore.dropRest", { count: others.length })}
            </Button>
          )}
        </span>
      </div>
      <Outcome asked={act.variables} kind={kind} done={act.data} error={act.error} />
      {items.data.length === 0 && <p className={classes.dim}>{t("restore.nothingListed")}</p>}
      <ul className={classes.items}>
        {items.data.map((item) => (
          <Item key={item.id} item={item} {...(sends && { isSelected: selected.has(item.id), onSelect: () => toggle(item.id) })}>
            {sends && (
              <span className={classes.buttons}>
                <Button variant="subtle" onClick={() => setAsked({ what: "send", items: [item] })}>
                  {send}
                </Button>
                {drops && (
                  <Button variant="subtle" color="gray" onClick={() => setAsked({ what: "drop", items: [item] })}>
                    {t("restore.drop")}
                  </Button>
                )}
              </span>
            )}
          </Item>
        ))}
      </ul>
      {asked && (
        <AskFirst asked={asked} send={send} onClose={() => setAsked(undefined)} onConfirm={() => act.mutateAsync(asked)} />
      )}
    </div>
  );
}

interface AskFirstProps {
  asked: Asked;
  send: string;
  onClose: () => void;
  onConfirm: () => Promise<unknown>;
}

function AskFirst({ asked: { what, items }, send, onClose, onConfirm }: AskFirstProps) {
  const { t } = useTranslation();
  const confirm = what === "send" ? send : t("restore.drop");
  const shown = items
    .slice(0, NAMES_SHOWN)
    .map(({ name }) => name)
    .join(", ");
  const names = items.length > NAMES_SHOWN ? t("restore.andMore", { names: shown, count: items.length - NAMES_SHOWN }) : shown;
  return (
    <ConfirmDialog
      title={`${confirm}: ${items.length}`}
      body={t(what === "send" ? "restore.confirmSend" : "restore.confirmDrop", { names })}
      confirm={confirm}
      onClose={onClose}
      onConfirm={onConfirm}
    />
  );
}

interface OutcomeProps {
  asked: Asked | undefined;
  kind: HeldSummary["kind"];
  done: Awaited<ReturnType<RestoreApi["act"]>> | undefined;
  error: Error | null;
}

function Outcome({ asked, kind, done, error }: OutcomeProps) {
  const { t } = useTranslation();
  if (!error && !done) return null;
  const counted =
    asked?.what === "drop"
      ? t("restore.dropped", { count: done?.done ?? 0 })
      : t(`restore.kinds.${kind}.done`, { count: done?.done ?? 0 });
  const problems = error ? [error.message] : (done?.problems ?? []);
  return (
    <Alert color={problems.length > 0 ? "yellow" : "teal"} variant="outline" role="status" my="xs">
      {[...(error ? [] : [counted]), ...new Set(problems)].join(" · ")}
    </Alert>
  );
}

interface ItemProps {
  item: HeldItem;
  isSelected?: boolean;
  onSelect?: () => void;
  children: ReactNode;
}

function Item({ item: { name, detail, org, dueAt }, isSelected = false, onSelect, children }: ItemProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const nowMs = useNow(true);
  return (
    <li className={classes.item}>
      {onSelect ? <Checkbox checked={isSelected} onChange={onSelect} aria-label={t("restore.select", { name })} /> : <span />}
      <span className={classes.itemName}>{name}</span>
      <span className={classes.dim}>{[detail, org].filter(Boolean).join(" · ")}</span>
      <span className={classes.when}>
        {dueAt !== undefined && (
          <>
            {format.dayTime(dueAt)} <span className={classes.warn}>{format.age(dueAt, nowMs)}</span>
          </>
        )}
      </span>
      {children}
    </li>
  );
}
