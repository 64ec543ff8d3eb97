import { CALL_STATUSES } from "@callwright/contract";
import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../app/services.tsx";
import { nameOfEntity } from "../../resource/resource-entity.ts";
import { choicesQuery } from "../../resource/resource-queries.ts";
import type { CallListFilter } from "./call-list-search.ts";

const MoreFilters = lazy(async () => ({ default: (await import("./MoreFilters.tsx")).MoreFilters }));

interface Props {
  filter: CallListFilter;
  /** Names of the assistants of the calls read so far: also of those that are stored nowhere. */
  assistants: readonly string[];
  onChange: (filter: CallListFilter) => void;
}

/** Statuses only a phone call has are left out until there are phones. */
const WEB_STATUSES = CALL_STATUSES.filter((status) => status === "queued" || status === "in-progress" || status === "ended");

export function CallFilters({ filter, assistants, onChange }: Props) {
  const { t } = useTranslation();
  const { assistant, status, ...others } = filter;
  const stored = useQuery(choicesQuery(useClient(), { path: "assistants", name: "Assistant" })).data ?? [];
  const known = [...assistants, ...stored.flatMap((each) => nameOfEntity(each) ?? []), ...(assistant ? [assistant] : [])];
  const names = [...new Set(known)].sort();
  return (
    <>
      <NativeSelect
        aria-label={t("calls.filterAssistant")}
        value={assistant ?? ""}
        data={[{ value: "", label: t("calls.anyAssistant") }, ...names.map((name) => ({ value: name, label: name }))]}
        onChange={({ currentTarget: { value } }) => {
          const { assistant: _, ...rest } = filter;
          onChange(value === "" ? rest : { ...rest, assistant: value });
        }}
      />
      <NativeSelect
        aria-label={t("calls.filterStatus")}
        value={status ?? ""}
        data={[
          { value: "", label: t("calls.anyStatus") },
          ...WEB_STATUSES.map((each) => ({ value: each, label: t(`calls.status.${each}`) })),
        ]}
        onChange={({ currentTarget }) => {
          const { status: _, ...rest } = filter;
          const chosen = WEB_STATUSES.find((each) => each === currentTarget.value);
          onChange(chosen ? { ...rest, status: chosen } : rest);
        }}
      />
      <Suspense fallback={null}>
        <MoreFilters
          key={JSON.stringify(others)}
          filter={others}
          onChange={(more) => onChange({ ...(assistant ? { assistant } : {}), ...(status ? { status } : {}), ...more })}
        />
      </Suspense>
    </>
  );
}
