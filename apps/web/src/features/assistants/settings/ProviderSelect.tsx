import { SUPPORT_STATES } from "@callwright/contract";
import { type ComboboxItem, type ComboboxParsedItem, type OptionsFilter, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { PartName } from "../../../data/capabilities.ts";
import { humanValue } from "../../../kit/field-names.ts";
import type { ConfigProblem } from "../../../resource/problems.ts";
import { useProviderSupports } from "../../../resource/use-provider-supports.ts";
import classes from "./provider-select.module.css";

interface ProviderSelectProps {
  part: PartName;
  /** Dotted path of the choice in the assistant. Default: the part's own. */
  at?: string;
  /** Undefined: the host's default. */
  provider: string | undefined;
  problems: readonly ConfigProblem[];
  onChoose: (provider: string) => void;
}

/** All providers of a part, searched by name or id: first those that run, then those that need a key, then unsupported ones with the reason. */
export function ProviderSelect({ part, at = part, provider = "", problems, onChoose }: ProviderSelectProps) {
  const { t } = useTranslation();
  const supports = useProviderSupports(part);
  const labelOf = (id: string) => (id === "callwright" ? t(`editor.builtInProviders.${part}`) : humanValue(id));
  const isUnknown = provider !== "" && !(provider in supports);
  const groups = SUPPORT_STATES.map((state) => {
    const ids = Object.keys(supports).filter((id) => supports[id]?.state === state);
    if (state === "not-supported" && isUnknown) ids.push(provider);
    const items = ids.map((id) => ({ value: id, label: labelOf(id), disabled: state === "not-supported" }));
    return { group: t(`editor.providerGroups.${state}`), items };
  });
  return (
    <Select
      label={t(`editor.providers.${part}`)}
      data={groups.filter(({ items }) => items.length > 0)}
      value={provider === "" ? null : provider}
      placeholder={t("editor.hostDefault")}
      name={`${at}.provider`}
      error={problems.find(({ path }) => path === at || path === `${at}.provider`)?.message}
      searchable
      selectFirstOptionOnChange
      filter={byNameOrId}
      nothingFoundMessage={t("choosing.noProvider")}
      allowDeselect={false}
      maxDropdownHeight={320}
      comboboxProps={{ width: "max-content", position: "bottom-start", classNames: { dropdown: classes.dropdown ?? "" } }}
      renderOption={({ option }) => (
        <span className={classes.option} data-value={option.value}>
          {option.label}
          {option.disabled === true && <small>{supports[option.value]?.reason ?? t("editor.notAtHost")}</small>}
        </span>
      )}
      onChange={(value) => value !== null && value !== provider && onChoose(value)}
    />
  );
}

/** The groups that have a match, with their matching providers. */
const byNameOrId: OptionsFilter = ({ options, search }) => {
  const typed = search.trim().toLowerCase();
  const matches = ({ value, label }: ComboboxItem) => label.toLowerCase().includes(typed) || value.toLowerCase().includes(typed);
  return options.flatMap((option): ComboboxParsedItem[] => {
    if (!("group" in option)) return matches(option) ? [option] : [];
    const items = option.items.filter(matches);
    return items.length > 0 ? [{ ...option, items }] : [];
  });
};
