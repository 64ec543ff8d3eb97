import { SUPPORT_STATES } from "@callwright/contract";
import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { PartName } from "../../../data/capabilities.ts";
import { humanValue } from "../../../kit/field-names.ts";
import type { ConfigProblem } from "../../../resource/problems.ts";
import { useProviderSupports } from "./use-provider-supports.ts";

interface ProviderSelectProps {
  part: PartName;
  /** Dotted path of the choice in the assistant. Default: the part's own. */
  at?: string;
  /** Undefined: the host's default. */
  provider: string | undefined;
  problems: readonly ConfigProblem[];
  onChoose: (provider: string) => void;
}

/** All providers of a part: first those that run, then those that need a key, then unsupported ones. */
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
    <NativeSelect
      label={t(`editor.providers.${part}`)}
      data={[
        ...(provider === "" ? [{ value: "", label: t("editor.hostDefault") }] : []),
        ...groups.filter(({ items }) => items.length > 0),
      ]}
      value={provider}
      name={`${at}.provider`}
      error={problems.find(({ path }) => path === at || path === `${at}.provider`)?.message}
      onChange={({ currentTarget: { value } }) => value !== "" && onChoose(value)}
    />
  );
}
