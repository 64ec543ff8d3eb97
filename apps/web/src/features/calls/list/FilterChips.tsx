import { Button, Menu } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { CrossButton } from "../../../kit/CrossButton.tsx";
import { explainEnd } from "../../../kit/ended-words.ts";
import { late } from "../../../kit/late.tsx";
import { SearchField } from "../../../kit/SearchField.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { useTyped } from "../../../kit/use-typed.ts";
import { SEARCH_DELAY_MS } from "../../../resource/use-choices.ts";
import { CALL_COLUMNS, type CallColumn, type CallListFilter } from "../call-list-search.ts";
import classes from "./calls-page.module.css";

const FilterMenu = late(async () => (await import("./FilterMenu.tsx")).FilterMenu);

/** What the list shows besides the customer, if the address does not say. */
export const DEFAULT_COLUMNS: readonly CallColumn[] = [
  "assistant",
  "through",
  "started",
  "duration",
  "result",
  "latency",
  "cost",
];

interface SearchProps {
  value: string | undefined;
  onChange: (words: string | undefined) => void;
}

/** Searches words that were said, numbers, names and ids, after a pause in typing. */
export function CallSearch({ value = "", onChange }: SearchProps) {
  const { t } = useTranslation();
  const [text, setText] = useTyped(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the wait.
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === value) return;
    const timer = setTimeout(() => onChange(wanted === "" ? undefined : wanted), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return <SearchField label={t("calls.search")} value={text} onChange={setText} />;
}

interface ChipsProps {
  filter: CallListFilter;
  /** Assistant names of the loaded calls. */
  assistants: readonly string[];
  onChange: (filter: CallListFilter) => void;
}

/** The filters that are set, each with a button that removes it, and the menu that sets them. */
export function FilterChips({ filter, assistants, onChange }: ChipsProps) {
  const { t } = useTranslation();
  const textOf = useFilterText();
  const { search, ...chips } = filter;
  const names = Object.keys(chips) as (keyof typeof chips)[];
  const without = (name: keyof CallListFilter) => {
    const { [name]: _, ...rest } = filter;
    onChange(rest);
  };
  return (
    <>
      {names.map((name) => (
        <span key={name} className={classes.chip}>
          <span title={textOf(name, filter)}>{textOf(name, filter)}</span>
          <CrossButton
            size={22}
            variant="subtle"
            color="gray"
            aria-label={t("calls.removeFilter", { filter: textOf(name, filter) })}
            onClick={() => without(name)}
          />
        </span>
      ))}
      <FilterMenu key={JSON.stringify(filter)} filter={filter} assistants={assistants} onChange={onChange} />
      {names.length > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(search === undefined ? {} : { search })}>
          {t("calls.clear")}
        </Button>
      )}
    </>
  );
}

/** A filter in words: "Status: In progress". */
function useFilterText() {
  const { t } = useTranslation();
  const format = useFormat();
  const labels: Partial<Record<keyof CallListFilter, string>> = {
    assistant: t("calls.filterAssistant"),
    status: t("calls.filterStatus"),
  };
  return (name: Exclude<keyof CallListFilter, "search">, filter: CallListFilter): string => {
    const label = labels[name] ?? t(`calls.filter.${name}` as "calls.filter.said");
    const value = String(filter[name]);
    switch (name) {
      case "status":
        return `${label}: ${t(`calls.status.${filter.status ?? "ended"}`)}`;
      case "endedReason":
        return `${label}: ${explainEnd(value).sentence}`;
      case "from":
      case "until":
        return `${label} ${format.dayTime(value)}`;
      case "costFrom":
      case "costTo":
        return `${label}: ${format.dollars(Number(value))}`;
      default:
        return `${label}: ${value}`;
    }
  };
}

interface ColumnsProps {
  columns: readonly CallColumn[];
  onChange: (columns: CallColumn[]) => void;
}

/** Chooses the columns. They stand in the address, so that saved views keep them. */
export function ColumnsMenu({ columns, onChange }: ColumnsProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened}>
      <Menu.Target>
        <Button className={classes.columns ?? ""} leftSection={<IconColumns3 size={16} aria-hidden="true" />}>
          {t("calls.columnsMenu")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {CALL_COLUMNS.map((column) => {
          const isShown = columns.includes(column);
          const next = isShown ? columns.filter((each) => each !== column) : [...columns, column];
          return (
            <Menu.CheckboxItem
              key={column}
              checked={isShown}
              // The address cannot say that there is no column.
              disabled={isShown && columns.length === 1}
              onChange={() => onChange(CALL_COLUMNS.filter((each) => next.includes(each)))}
            >
              {t(`calls.column.${column}`)}
            </Menu.CheckboxItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
