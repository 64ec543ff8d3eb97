import type { Client } from "@callwright/client";
import type { Org, Price, SetPrice, Spending, UpdateOrg } from "@callwright/contract";
import { Button, Group, NumberInput, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { orgKeys, orgQuery } from "../../data/org-queries.ts";
import { useClient, useSignedIn } from "../../data/services.tsx";
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx";
import { Form } from "../../kit/Form.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { SearchField } from "../../kit/SearchField.tsx";
import { DataTable } from "../../kit/table/DataTable.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { priceKeys, usePricesQuery } from "../../resource/costs/price-queries.ts";
import { QueryState } from "../../resource/QueryState.tsx";
import classes from "./costs.module.css";
import { costsSearch } from "./costs-search.ts";
import { usePriceName } from "./use-price-name.ts";

const route = getRouteApi("/shell/settings/costs");

const PriceDialog = lazy(async () => ({ default: (await import("./PriceDialog.tsx")).PriceDialog }));

/** Settings → Costs: what was spent, what may be spent, and the prices that costs are computed with. */
export function CostsPage() {
  const { t } = useTranslation();
  const { org } = useSignedIn();
  const client = useClient();
  const prices = usePricesQuery();
  const spending = useQuery(spendingQuery(client));
  const limits = useQuery(orgQuery(client, org.id));
  // All sections appear at once: a late one would push the others down.
  const isLoading = prices.isLoading || spending.isLoading || limits.isLoading;
  /** The price that the dialog begins with; `null` for an empty one. */
  const [edited, setEdited] = useState<Partial<SetPrice> | null | undefined>(usePriceToSet());
  const isAdmin = org.role === "admin";
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
      {isLoading ? (
        <PageSkeleton />
      ) : (
        <>
          {spending.data && <Spent spending={spending.data} />}
          {limits.data && <LimitsForm org={limits.data} isAdmin={isAdmin} />}
          <QueryState query={prices} failed={(reason) => t("costs.loadFailed", { reason })} />
          {prices.data && <OwnPrices prices={own} onEdit={edit} />}
          {prices.data && <PriceList prices={prices.data.filter(({ id }) => id === undefined)} onEdit={edit} />}
        </>
      )}
      <Suspense fallback={null}>
        {edited !== undefined && <PriceDialog price={edited} onClose={() => setEdited(undefined)} />}
      </Suspense>
    </div>
  );
}

/** The price that the address names, for an admin. */
function usePriceToSet(): Partial<SetPrice> | undefined {
  const price = costsSearch({ ...route.useSearch() });
  const isAdmin = useSignedIn().org.role === "admin";
  return isAdmin && price.part !== undefined ? price : undefined;
}

function spendingQuery(client: Client) {
  return queryOptions({
    queryKey: priceKeys.spending,
    queryFn: ({ signal }) => client.prices.getSpending({ signal }),
    staleTime: 0,
  });
}

function Spent({ spending: { usd, limit, month } }: { spending: Spending }) {
  const { t } = useTranslation();
  const { dollars, month: formatMonth } = useFormat();
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
type Limits = Partial<Record<Limit, number | string>>;

/** What the organization may spend in a month. */
function LimitsForm({ org, isAdmin }: { org: Org; isAdmin: boolean }) {
  const { t } = useTranslation();
  const { id } = org;
  const client = useClient();
  const queryClient = useQueryClient();
  const [form, setForm] = useState<Limits>({});
  const save = useMutation({
    mutationFn: (body: UpdateOrg) => client.orgs.update({ id, body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(orgKeys.one(id), saved);
      setForm({});
      notifications.show({ message: t("costs.saved") });
    },
    meta: { changes: [priceKeys.any] },
  });
  const shown = (field: Limit) => form[field] ?? org[field] ?? "";
  const changed = LIMITS.filter(({ field }) => shown(field) !== (org[field] ?? ""));
  const submit = () => {
    const body = changed.map(({ field }) => [field, shown(field) === "" ? null : Number(shown(field))]);
    save.mutate(Object.fromEntries(body));
  };
  return (
    <section className={classes.section} aria-label={t("costs.limits")}>
      <h2>{t("costs.limits")}</h2>
      <p className={classes.hint}>{t("costs.limitsHint")}</p>
      <Form onSubmit={submit} className={classes.limits}>
        {LIMITS.map(({ field, max }) => (
          <NumberInput
            key={field}
            label={t(`costs.${field}`)}
            description={t(`costs.limitHelp.${field}`)}
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
      </Form>
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
  const client = useClient();
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
      {removed?.id !== undefined && (
        <ConfirmDialog
          title={t("costs.removeTitle", { what: nameOf(removed) })}
          confirm={t("costs.remove")}
          body={t("costs.removeBody")}
          done={t("costs.removed")}
          changes={[priceKeys.any]}
          onClose={() => setRemoved(undefined)}
          onConfirm={() => client.prices.delete({ id: removed.id ?? "" })}
        />
      )}
    </section>
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
      styles={classes}
      rows={rows}
      columns={[
        { id: "part", label: t("costs.part"), cell: ({ price }) => nameOf(price) },
        {
          id: "price",
          label: t("costs.priceColumn"),
          cell: ({ price: { usd, unit } }) => `${dollars(usd)} / ${t(`costs.units.${unit}`)}`,
        },
        {
          id: "from",
          label: t("costs.sourceColumn"),
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
      ]}
      actions={({ price }) => actions(price)}
    />
  );
}
