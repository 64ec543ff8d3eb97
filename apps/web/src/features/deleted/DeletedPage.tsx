import { type DeletedItem, LIST_LIMIT, NOUNS, RESTORE_DAYS, roleAtLeast } from "@callwright/contract";
import { Button, Select } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useServices, useSignedIn } from "../../data/services.tsx";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { Instant } from "../../kit/Instant.tsx";
import list from "../../kit/list-page.module.css";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { SearchField } from "../../kit/SearchField.tsx";
import { DataTable } from "../../kit/table/DataTable.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useMinute } from "../../kit/use-now.ts";
import { routeOf } from "../../resource/page/object-fields.ts";
import { QueryState } from "../../resource/QueryState.tsx";
import { callOf } from "../../resource/resource-calls.ts";
import { forEachId } from "../../resource/use-delete.ts";
import classes from "./deleted.module.css";
import { type DeletedSearch, deletedSearch } from "./deleted-search.ts";

const route = getRouteApi("/shell/settings/deleted");

const DELETED_KEY = ["deleted"] as const;
const DAY_MS = 86_400_000;
/** From here on, the days that are left are a warning. */
const FEW_DAYS = 5;
const ROW_HEIGHT_PX = 48;

/** Settings → Deleted: what can be restored, who deleted it, and how long it is kept. */
export function DeletedPage() {
  const { t } = useTranslation();
  const client = useClient();
  const { dataHost } = useServices();
  const isOffered = dataHost.offers("listDeletedItems");
  const { data, error, isPending, refetch } = useQuery({
    queryKey: DELETED_KEY,
    queryFn: ({ signal }) => client.deletedItems.list({ query: { limit: LIST_LIMIT.max }, signal }),
    // Other screens delete.
    staleTime: 0,
    enabled: isOffered,
  });
  const isAdmin = useSignedIn().org.role === "admin";
  return (
    <div className={list.page}>
      <PageHeader
        title={t("deleted.title")}
        actions={
          isAdmin && <Button renderRoot={(props) => <Link to="/settings/erasure" {...props} />}>{t("deleted.erase")}</Button>
        }
      />
      {!isOffered && <EmptyNote title={t("deleted.elsewhere")} />}
      {isOffered && <QueryState query={{ error, isPending, refetch }} failed={(reason) => t("deleted.loadFailed", { reason })} />}
      {data && data.length === 0 && (
        <EmptyNote title={t("deleted.empty")} body={t("deleted.emptyBody", { days: String(RESTORE_DAYS) })} />
      )}
      {data && data.length > 0 && <DeletedList items={data} />}
    </div>
  );
}

function DeletedList({ items }: { items: readonly DeletedItem[] }) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const { q = "", thing, by } = deletedSearch({ ...route.useSearch() });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { restore, isPending } = useRestore(() => setSelected(new Set()));
  const kindOf = useKind();
  const mayRestore = useMayRestore();
  const words = q.toLowerCase().split(/\s+/);
  const rows = items.filter(
    (item) =>
      (thing === undefined || item.thing === thing) &&
      (by === undefined || item.actorName === by) &&
      words.every((word) => item.id.startsWith(word) || (item.name ?? kindOf(item.thing)).toLowerCase().includes(word)),
  );
  const choose = (change: Partial<Record<keyof DeletedSearch, string | null>>) =>
    void navigate({ search: (before) => deletedSearch({ ...before, ...change }), replace: true });
  const chosen = rows.filter(({ id, thing: kind }) => selected.has(id) && mayRestore(kind));
  return (
    <>
      <div className={list.tools}>
        <SearchField label={t("deleted.search")} value={q} onChange={(text) => choose({ q: text })} />
        <Select
          w={170}
          aria-label={t("deleted.kind")}
          placeholder={t("deleted.anyKind")}
          clearable
          data={[...new Set(items.map((item) => item.thing))].map((value) => ({ value, label: kindOf(value) }))}
          value={thing ?? null}
          onChange={(value) => choose({ thing: value })}
        />
        <Select
          w={170}
          aria-label={t("deleted.by")}
          placeholder={t("deleted.anybody")}
          clearable
          data={[...new Set(items.map(({ actorName }) => actorName))]}
          value={by ?? null}
          onChange={(value) => choose({ by: value })}
        />
        {chosen.length > 0 && (
          <Button loading={isPending} onClick={() => restore(chosen)}>
            {t("deleted.restoreSelected", { count: chosen.length })}
          </Button>
        )}
        <span className={classes.kept} role="status">
          {t("deleted.kept", { days: String(RESTORE_DAYS) })}
        </span>
      </div>
      {rows.length === 0 && (
        <EmptyNote
          title={t("deleted.noMatch")}
          action={<Button onClick={() => choose({ q: null, thing: null, by: null })}>{t("resource.clear")}</Button>}
        />
      )}
      {rows.length > 0 && (
        <DeletedTable rows={rows} selected={selected} onSelect={setSelected} onRestore={(item) => restore([item])} />
      )}
      <p className={classes.note}>{t("deleted.note")}</p>
    </>
  );
}

interface DeletedTableProps {
  rows: readonly DeletedItem[];
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
  onRestore: (item: DeletedItem) => void;
}

function DeletedTable({ rows, selected, onSelect, onRestore }: DeletedTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const nowMs = useMinute();
  const kindOf = useKind();
  const mayRestore = useMayRestore();
  const nameOf = (item: DeletedItem) => item.name ?? t("deleted.unnamed", { kind: kindOf(item.thing), id: item.id.slice(0, 8) });
  return (
    <DataTable
      label={t("deleted.title")}
      rows={rows}
      rowHeightPx={ROW_HEIGHT_PX}
      styles={classes}
      selection={{
        selected,
        onSelect,
        words: { selectAll: t("deleted.selectAll"), select: (item) => t("resource.select", { name: nameOf(item) }) },
      }}
      columns={[
        {
          id: "what",
          label: t("deleted.what"),
          title: nameOf,
          cell: (item) => (
            <>
              <strong className={classes.name}>{nameOf(item)}</strong>
              <span className={classes.second}>
                {kindOf(item.thing)}
                <span className={classes.narrow}>
                  {" "}
                  · {t("deleted.byAt", { name: item.actorName, when: format.day(item.deletedAt, nowMs) })}
                </span>
              </span>
            </>
          ),
        },
        { id: "by", label: t("deleted.by"), title: ({ actorName }) => actorName, cell: ({ actorName }) => actorName },
        {
          id: "when",
          label: t("deleted.when"),
          cell: ({ deletedAt }) => <Instant iso={deletedAt}>{format.day(deletedAt, nowMs)}</Instant>,
        },
        { id: "left", label: t("deleted.left"), cell: ({ goneAt }) => <Left goneAt={goneAt} nowMs={nowMs} /> },
        {
          id: "restore",
          label: t("resource.actions"),
          isLabelHidden: true,
          cell: (item, tabIndex) =>
            mayRestore(item.thing) && <RestoreButton item={item} name={nameOf(item)} tabIndex={tabIndex} onRestore={onRestore} />,
        },
      ]}
    />
  );
}

/** The day on which it is gone, and the days until then as a bar. */
function Left({ goneAt, nowMs }: { goneAt: string; nowMs: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const days = Math.max(0, Math.ceil((Date.parse(goneAt) - nowMs) / DAY_MS));
  return (
    <span className={classes.days} data-few={days < FEW_DAYS || undefined}>
      <span className={classes.bar} aria-hidden="true">
        <i style={{ width: `${(100 * Math.min(days, RESTORE_DAYS)) / RESTORE_DAYS}%` }} />
      </span>
      <Instant iso={goneAt}>{format.monthDay(goneAt)}</Instant>
      <span className={classes.dim}>{t("deleted.days", { count: days })}</span>
    </span>
  );
}

interface RestoreButtonProps {
  item: DeletedItem;
  name: string;
  tabIndex: 0 | -1;
  onRestore: (item: DeletedItem) => void;
}

function RestoreButton({ item, name, tabIndex, onRestore }: RestoreButtonProps) {
  const { t } = useTranslation();
  return (
    <Button size="compact-sm" tabIndex={tabIndex} aria-label={t("deleted.restoreOne", { name })} onClick={() => onRestore(item)}>
      {t("deleted.restore")}
    </Button>
  );
}

/** May the person restore things of this kind? */
function useMayRestore(): (thing: string) => boolean {
  const { role } = useSignedIn().org;
  return (thing) => role === undefined || roleAtLeast(role, routeOf({ name: thing }, "restore")?.role ?? "editor");
}

/** "Phone number" */
function useKind(): (thing: string) => string {
  return (thing) => {
    const label = NOUNS.find((noun) => noun.thing === thing)?.label ?? thing;
    return label.charAt(0).toUpperCase() + label.slice(1);
  };
}

/** Restores items, and says what failed. */
function useRestore(onDone: () => void) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async (items: readonly DeletedItem[]) => {
      const things = new Map(items.map(({ id, thing }) => [id, thing]));
      return forEachId(items, async (id) => callOf(client, { name: things.get(id) ?? "" }, "restore")?.({ id }));
    },
    onSuccess: async ({ done, failures }) => {
      onDone();
      if (done.length > 0)
        notifications.show({ message: t("deleted.restored", { count: done.length, name: done[0]?.name ?? t("deleted.it") }) });
      if (failures[0]) notifications.show({ color: "red", message: t("deleted.restoreFailed", { reason: failures[0].message }) });
      // The lists of the restored things, too.
      await queryClient.invalidateQueries();
    },
  });
  return { restore: mutate, isPending };
}
