import { CALL_STATUSES, type CallStatus } from "@callwright/contract";
import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { CallListSearch } from "./call-list-search.ts";

interface Props {
  search: CallListSearch;
  /** Names of the assistants there are calls of. */
  assistants: readonly string[];
  onChange: (change: { assistant?: string; status?: CallStatus }) => void;
}

/** Statuses only a phone call has are left out until there are phones. */
const WEB_STATUSES = CALL_STATUSES.filter((status) => status === "queued" || status === "in-progress" || status === "ended");

export function CallFilters({ search, assistants, onChange }: Props) {
  const { t } = useTranslation();
  const { assistant, status } = search;
  const names = [...new Set([...assistants, ...(assistant === undefined ? [] : [assistant])])].sort();
  return (
    <>
      <NativeSelect
        aria-label={t("calls.filterAssistant")}
        value={assistant ?? ""}
        data={[{ value: "", label: t("calls.anyAssistant") }, ...names.map((name) => ({ value: name, label: name }))]}
        onChange={(event) => onChange({ assistant: event.currentTarget.value || undefined, status })}
      />
      <NativeSelect
        aria-label={t("calls.filterStatus")}
        value={status ?? ""}
        data={[
          { value: "", label: t("calls.anyStatus") },
          ...WEB_STATUSES.map((each) => ({ value: each, label: t(`calls.status.${each}`) })),
        ]}
        onChange={({ currentTarget }) =>
          onChange({ assistant, status: WEB_STATUSES.find((each) => each === currentTarget.value) })
        }
      />
    </>
  );
}
