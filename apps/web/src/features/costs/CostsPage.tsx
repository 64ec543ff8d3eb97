import type { Org, Price, UpdateOrg } from "@callwright/contract";
import { Button, Group, NumberInput, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { orgKeys } from "../../data/org-queries.ts";
import { useClient, useSession } from "../../data/services.tsx";
import { useShownError } from "../../data/use-shown-error.ts";
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx";
import { Failure } from "../../kit/Failure.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { SearchField } from "../../kit/SearchField.tsx";
import { DataTable } from "../../kit/table/DataTable.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { usePricesQuery } from "../../resource/costs/price-queries.ts";
import { spendingQuery, useCostChange } from "./cost-queries.ts";
import classes from "./costs.module.css";
import { usePriceName } from "./use-price-name.ts";

const PriceDialog = lazy(async () => ({ default: (await import("./PriceDialog.tsx")).PriceDialog }));

/** Settings → Costs: what was spent, what may be spent, and the prices that costs are computed with. */
export function CostsPage() {
  const { t } = useTranslation();
  const session = useSession();
  const prices = usePricesQuery();
  const failure = useShownError(prices.error);
  /** The price that the dialog begins with; `null` for an empty one. */
  const [edited, setEdited] = useState<Price | null>();
  if (session.kind !== "signed-in") return null;
  const isAdmin = session.org.role === "admin";
  const add = isAdmin && (
    <Button variant="filled" onClick={() => setEdited(null)}>
      {t("costs.add")}
    </Button>
  );
  const edit = isAdmin ? setEdited : undefined;
  const own = prices.data?.filter(({ id }) => id !== undefined) ?? [];
  return (
    <div className={classes.page}>
      <PageHeader title={t("shell.costs")} actions={add} />
      <p className={classes.intro}>
        {t("costs.intro")} {!isAdmin && t("costs.adminsOnly")}
      </p>
      <Spent />
      <LimitsForm org={session.org} isAdmin={isAdmin} />
      <Failure m="lg">{failure && t("costs.loadFailed", { reason: failure.message })}</Failure>
      {prices.isPending && !prices.error && <PageSkeleton />}
      {prices.data && <OwnPrices prices={own} onEdit={edit} />}
      {prices.data && <PriceList prices={prices.data.filter(({ id }) => id === undefined)} onEdit={edit} />}
      <Suspense fallback={null}>
        {edited !== undefined && <PriceDialog price={edited} onClose={() => setEdited(undefined)} />}
      </Suspense>
    </div>
  );
}

function Spent() {
  const { t } = useTranslation();
  const { dollars, month: formatMonth } = useFormat();
  const { data } = useQuery(spendingQuery(useClient()));
  if (!data) return null;
  const { usd, limit, month } = data;
  const spent = dollars(usd);
  return (
    <section className={classes.section} aria-label={t("costs.spent")}>
      <h2>{t("costs.spent")}</h2>
      <p className={classes.amount}>
        <b className="num">{limit === undefined ? spent : t("costs.spentOf", { spent, limit: dollars(limit) })}</b>
      </p>
      <p className={classes.hint}>{t("costs.spentNote", { month: formatMonth(month) })}</p>
    </section>
  );
}

const LIMITS = [
  { field: "billingLimit", max: 1000 },
  { field: "monthlyBudget", max: 10_000_000 },
] as const;
type Limit = (typeof LIMITS)[number]["field"];
/** "" for no limit. */
type Form = Partial<Record<Limit, number | string>>;

/** What the organization may spend in a month. */
function LimitsForm({ org: { id }, isAdmin }: { org: Pick<Org, "id">; isAdmin: boolean }) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const { data: org } = useQuery({ queryKey: orgKeys.one(id), queryFn: ({ signal }) => client.orgs.get({ id, signal }) });
  const [form, setForm] = useState<Form>({});
  const save = useCostChange(
    async (api, body: UpdateOrg) => queryClient.setQueryData(orgKeys.one(id), await api.orgs.update({ id, body })),
    () => {
      setForm({});
      notifications.show({ message: t("costs.saved") });
    },
  );
  if (!org) return null;
  const shown = (field: Limit) => form[field] ?? org[field] ?? "";
  const changed = LIMITS.filter(({ field }) => shown(field) !== (org[field] ?? ""));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = changed.map(({ field }) => [field, shown(field) === "" ? null : Number(shown(field))]);
    save.mutate(Object.fromEntries(body));
  };
  return (
    <section className={classes.section} aria-label={t("costs.limits")}>
      <h2>{t("costs.limits")}</h2>
      <p className={classes.hint}>{t("costs.limitsHint")}</p>
      <form onSubmit={submit} className={classes.limits}>
        {LIMITS.map(({ field, max }) => (
          <NumberInput
            key={field}
            label={t(`costs.${field}`)}
            min={0}
            max={max}
            decimalScale={2}
            prefix="$"
            thousandSeparator=","
            disabled={!isAdmin}
            value={shown(field)}
            onChange={(value) => setForm((before) => ({ ...before, [field]: value }))}
          />
        ))}
        {isAdmin && (
          <Group>
            <Button type="submit" variant="filled" loading={save.isPending} disabled={changed.length === 0}>
              {t("costs.save")}
            </Button>
            {save.error && (
              <Text c="red" role="alert">
                {t("costs.failed", { reason: save.error.message })}
              </Text>
            )}
          </Group>
        )}
      </form>
    </section>
  );
}

interface Props {
  prices: readonly Price[];
  /** Undefined: the user may not change prices. */
  onEdit: ((price: Price) => void) | undefined;
}

/** The organization's own prices. */
function OwnPrices({ prices, onEdit }: Props) {
  const { t } = useTranslation();
  const nameOf = usePriceName();
  const [removed, setRemoved] = useState<Price>();
  const actions = (price: Price) =>
    onEdit && (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <EditPrice price={price} onEdit={onEdit} />
        <Button size="compact-sm" aria-label={t("costs.removeNamed", { what: nameOf(price) })} onClick={() => setRemoved(price)}>
          {t("costs.remove")}
        </Button>
      </Group>
    );
  return (
    <section className={classes.section} aria-label={t("costs.ownPrices")}>
      <h2>{t("costs.ownPrices")}</h2>
      {prices.length === 0 && <p className={classes.hint}>{t("costs.ownEmpty")}</p>}
      {prices.length > 0 && <PriceTable label={t("costs.ownPrices")} prices={prices} actions={actions} />}
      {removed && <RemovePrice price={removed} name={nameOf(removed)} onClose={() => setRemoved(undefined)} />}
    </section>
  );
}

function RemovePrice({ price: { id = "" }, name, onClose }: { price: Price; name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const remove = useCostChange(
    (client, body: { id: string }) => client.prices.delete(body),
    () => {
      notifications.show({ message: t("costs.removed") });
      onClose();
    },
  );
  return (
    <ConfirmDialog
      title={t("costs.removeTitle", { what: name })}
      confirm={t("costs.remove")}
      onClose={onClose}
      onConfirm={async () => void (await remove.mutateAsync({ id }))}
      body={t("costs.removeBody")}
    />
  );
}

const SHOWN_FIRST = 20;

/** The published prices, which can be searched. */
function PriceList({ prices, onEdit }: Props) {
  const { t } = useTranslation();
  const nameOf = usePriceName();
  const [search, setSearch] = useState("");
  const [isWhole, setWhole] = useState(false);
  const words = search.toLowerCase().split(/\s+/);
  const found = prices.filter((price) => {
    const text = [nameOf(price), ...Object.values(price)].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const shown = isWhole ? found : found.slice(0, SHOWN_FIRST);
  return (
    <section className={classes.section} aria-label={t("costs.listed")}>
      <h2>{t("costs.listed")}</h2>
      <p className={classes.hint}>{t("costs.listedHint")}</p>
      <SearchField label={t("costs.search")} value={search} onChange={setSearch} />
      {shown.length === 0 && <p className={classes.hint}>{t("costs.none")}</p>}
      {shown.length > 0 && (
        <PriceTable
          label={t("costs.listed")}
          prices={shown}
          actions={(price) => onEdit && <EditPrice price={price} onEdit={onEdit} />}
        />
      )}
      {shown.length < found.length && (
        <Button className={classes.more ?? ""} onClick={() => setWhole(true)}>
          {t("costs.showAll", { count: found.length })}
        </Button>
      )}
    </section>
  );
}

/** Opens the dialog with this price. */
function EditPrice({ price, onEdit }: { price: Price; onEdit: (price: Price) => void }) {
  const { t } = useTranslation();
  const nameOf = usePriceName();
  return (
    <Button size="compact-sm" aria-label={t("costs.editNamed", { what: nameOf(price) })} onClick={() => onEdit(price)}>
      {t("costs.edit")}
    </Button>
  );
}

interface PriceTableProps {
  label: string;
  prices: readonly Price[];
  actions: (price: Price) => ReactNode;
}

/** Prices, each with its source and day. */
function PriceTable({ label, prices, actions }: PriceTableProps) {
  const { t } = useTranslation();
  const { dollars, date } = useFormat();
  const nameOf = usePriceName();
  const rows = prices.map((price) => ({ id: [price.part, price.provider, price.model, price.unit].join(" "), price }));
  return (
    <DataTable
      kind="plain"
      label={label}
      className={classes.table}
      rows={rows}
      columns={[
        { id: "part", label: t("costs.part"), cell: ({ price }) => nameOf(price) },
        {
          id: "price",
          label: t("costs.priceColumn"),
          className: classes.price,
          cell: ({ price: { usd, unit } }) => `${dollars(usd)} / ${t(`costs.units.${unit}`)}`,
        },
        {
          id: "source",
          label: t("costs.sourceColumn"),
          className: classes.from,
          cell: ({ price: { source, asOf } }) => {
            const day = date(`${asOf}T12:00:00Z`);
            if (source === undefined) return day;
            return (
              <a href={source} target="_blank" rel="noreferrer">
                {t("costs.source", { host: new URL(source).hostname.replace(/^www\./, ""), day })}
              </a>
            );
          },
        },
        {
          id: "actions",
          label: t("costs.actions"),
          isLabelHidden: true,
          className: classes.actions,
          cell: ({ price }) => actions(price),
        },
      ]}
    />
  );
}
