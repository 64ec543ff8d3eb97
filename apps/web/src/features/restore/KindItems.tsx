import { HELD_ITEMS_MAX, type HeldItem, type HeldSummary } from "@callwright/contract";
import { Alert, Button, Checkbox, Loader } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx";
import { LoadFailed } from "../../kit/LoadFailed.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useNow } from "../../kit/use-now.ts";
import classes from "./restore.module.css";
import type { RestoreApi } from "./restore-api.ts";

interface KindItemsProps {
  api: RestoreApi;
  token: string;
  summary: HeldSummary;
  refresh: () => Promise<void>;
}

interface Asked {
  what: "send" | "drop";
  items: readonly HeldItem[];
}

const LISTED = new Set(["campaigns", "scheduledCalls", "webhooks", "mails", "carriers"]);
const SENT = new Set(["scheduledCalls", "webhooks", "mails", "carriers"]);
const NAMES_SHOWN = 5;

/** The overdue items of a kind, each to be sent or dropped. Nothing is selected before. */
export function KindItems({ api, token, summary, refresh }: KindItemsProps) {
  const { t } = useTranslation();
  const { kind, overdue } = summary;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<Asked>();
  const items = useQuery({
    queryKey: ["restore", token, kind],
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
    onSuccess: async () => {
      setSelected(new Set());
      await Promise.all([items.refetch(), refresh()]);
    },
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
      onConfirm={async () => {
        await onConfirm();
        onClose();
      }}
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
