import { WEBHOOK_STATUSES, WEBHOOK_TARGETS } from "@callwright/contract";
import { Button, NativeSelect, Pill, Select } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useDataHost, useServices } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import list from "../../kit/list-page.module.css";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { SectionTabs } from "../../resource/list/SectionTabs.tsx";
import { QueryState } from "../../resource/QueryState.tsx";
import { AssistantSelect } from "./AssistantSelect.tsx";
import { WebhookTable } from "./WebhookTable.tsx";
import { webhooksQuery } from "./webhook-queries.ts";
import { MESSAGE_TYPES, type WebhookFilter, webhookSearch } from "./webhook-search.ts";
import classes from "./webhooks.module.css";

const route = getRouteApi("/shell/settings/webhooks");

const DeliveryDrawer = lazy(async () => ({ default: (await import("./DeliveryDrawer.tsx")).DeliveryDrawer }));
const SampleDialog = lazy(async () => ({ default: (await import("./SampleDialog.tsx")).SampleDialog }));

/** Server messages: what was sent where, what came back, and when. */
export function WebhooksPage() {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const { dataHost } = useServices();
  const isKnown = useDataHost() !== undefined;
  const maySend = useMayEdit("sendWebhookSample");
  const [isSampling, setSampling] = useState(false);
  const { open: openId, ...filter } = webhookSearch({ ...route.useSearch() });
  const open = (id: string | undefined) =>
    void navigate({ search: id === undefined ? filter : { ...filter, open: id }, replace: true });
  return (
    <div className={list.page}>
      <PageHeader
        title={t("webhooks.title")}
        actions={maySend && <Button onClick={() => setSampling(true)}>{t("webhooks.sample.open")}</Button>}
      />
      <SectionTabs />
      <p className={classes.intro}>{t("webhooks.intro")}</p>
      {isKnown && !dataHost.offers("listWebhookDeliveries") && <EmptyNote title={t("webhooks.elsewhere")} />}
      {isKnown && dataHost.offers("listWebhookDeliveries") && (
        <WebhookList filter={filter} onFilter={(search) => void navigate({ search, replace: true })} onOpen={open} />
      )}
      <Suspense fallback={null}>
        {openId !== undefined && <DeliveryDrawer key={openId} id={openId} onClose={() => open(undefined)} />}
        {isSampling && (
          <SampleDialog
            onClose={() => setSampling(false)}
            onSent={(id) => {
              setSampling(false);
              open(id);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

interface WebhookListProps {
  filter: WebhookFilter;
  onFilter: (filter: WebhookFilter) => void;
  onOpen: (id: string) => void;
}

function WebhookList({ filter, onFilter, onOpen }: WebhookListProps) {
  const { t } = useTranslation();
  const pages = useInfiniteQuery(webhooksQuery(useClient(), filter));
  const { data, isError, isFetching, hasNextPage, fetchNextPage } = pages;
  const deliveries = useMemo(() => data?.pages.flatMap(({ results }) => results) ?? [], [data]);
  const readOn = useCallback(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const total = data?.pages[0]?.metadata.totalItems;
  const isEmpty = data !== undefined && deliveries.length === 0;
  if (isEmpty && Object.keys(filter).length === 0)
    return <EmptyNote title={t("webhooks.empty")} body={t("webhooks.emptyBody")} />;
  return (
    <>
      <div className={list.tools}>
        <WebhookFilters filter={filter} onChange={onFilter} />
        <span className={list.count} role="status">
          {total === undefined ? t("app.loading") : t("webhooks.count", { count: total })}
        </span>
      </div>
      <QueryState query={pages} failed={(reason) => t("webhooks.loadFailed", { reason })} />
      {deliveries.length > 0 && <WebhookTable deliveries={deliveries} onNearEnd={readOn} onOpen={onOpen} />}
      {isEmpty && (
        <EmptyNote
          title={t("webhooks.noMatch")}
          action={<Button onClick={() => onFilter({})}>{t("webhooks.clearFilters")}</Button>}
        />
      )}
    </>
  );
}

interface WebhookFiltersProps {
  filter: WebhookFilter;
  onChange: (filter: WebhookFilter) => void;
}

function WebhookFilters({ filter, onChange }: WebhookFiltersProps) {
  const { t } = useTranslation();
  const choose = (name: keyof WebhookFilter, value: string | null) => {
    const { [name]: _, ...rest } = filter;
    onChange(value === null || value === "" ? rest : { ...rest, [name]: value });
  };
  return (
    <>
      <Select
        aria-label={t("webhooks.columns.type")}
        placeholder={t("webhooks.anyType")}
        searchable
        clearable
        data={MESSAGE_TYPES}
        value={filter.type ?? null}
        onChange={(value) => choose("type", value)}
      />
      <NativeSelect
        aria-label={t("webhooks.columns.status")}
        value={filter.status ?? ""}
        data={[
          { value: "", label: t("webhooks.anyStatus") },
          ...WEBHOOK_STATUSES.map((value) => ({ value, label: t(`webhooks.status.${value}`) })),
        ]}
        onChange={({ currentTarget }) => choose("status", currentTarget.value)}
      />
      <NativeSelect
        aria-label={t("webhooks.columns.target")}
        value={filter.target ?? ""}
        data={[
          { value: "", label: t("webhooks.anyTarget") },
          ...WEBHOOK_TARGETS.map((value) => ({ value, label: t(`webhooks.target.${value}`) })),
        ]}
        onChange={({ currentTarget }) => choose("target", currentTarget.value)}
      />
      <AssistantSelect value={filter.assistantId} onChange={(value) => choose("assistantId", value)} />
      {filter.callId !== undefined && (
        <Pill
          withRemoveButton
          onRemove={() => choose("callId", null)}
          removeButtonProps={{ "aria-label": t("webhooks.anyCall"), tabIndex: 0, "aria-hidden": false }}
        >
          {t("webhooks.ofCall", { id: filter.callId.slice(0, 8) })}
        </Pill>
      )}
    </>
  );
}
