import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { QueryState } from "../../resource/QueryState.tsx";
import { WebhookTable } from "./WebhookTable.tsx";
import { webhooksQuery } from "./webhook-queries.ts";
import classes from "./webhooks.module.css";

const DeliveryDrawer = lazy(async () => ({ default: (await import("./DeliveryDrawer.tsx")).DeliveryDrawer }));

/** The server messages of one call, newest first. */
export function CallWebhooks({ callId }: { callId: string }) {
  const { t } = useTranslation();
  const [openId, setOpenId] = useState<string>();
  const pages = useInfiniteQuery(webhooksQuery(useClient(), { callId }));
  const { data, hasNextPage } = pages;
  const deliveries = useMemo(() => data?.pages.flatMap(({ results }) => results) ?? [], [data]);
  return (
    <>
      <QueryState query={pages} failed={(reason) => t("webhooks.loadFailed", { reason })} />
      {data && deliveries.length === 0 && <p className={classes.nothing}>{t("webhooks.noneOfCall")}</p>}
      {deliveries.length > 0 && <WebhookTable kind="plain" deliveries={deliveries} onOpen={setOpenId} />}
      {hasNextPage && (
        <p className={classes.nothing}>
          <Link to="/settings/webhooks" search={{ callId }}>
            {t("webhooks.allOfCall", { count: data?.pages[0]?.metadata.totalItems ?? 0 })}
          </Link>
        </p>
      )}
      {openId !== undefined && (
        <Suspense fallback={null}>
          <DeliveryDrawer key={openId} id={openId} onClose={() => setOpenId(undefined)} />
        </Suspense>
      )}
    </>
  );
}
