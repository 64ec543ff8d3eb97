import type { Price } from "@callwright/contract";
import { Alert, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useSession } from "../../data/services.tsx";
import { useShownError } from "../../data/use-shown-error.ts";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { usePricesQuery } from "../../resource/costs/price-queries.ts";
import { spendingQuery } from "./cost-queries.ts";
import classes from "./costs.module.css";
import { LimitsForm } from "./LimitsForm.tsx";
import { OwnPrices } from "./OwnPrices.tsx";
import { PriceList } from "./PriceList.tsx";

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
      {failure && (
        <Alert color="red" variant="outline" m="lg" role="alert">
          {t("costs.loadFailed", { reason: failure.message })}
        </Alert>
      )}
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
