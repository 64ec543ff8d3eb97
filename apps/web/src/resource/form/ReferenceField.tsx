import { MultiSelect, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { humanValue } from "../../kit/field-names.ts";
import { ConnectAccount } from "../credentials/ConnectAccount.tsx";
import { connectableProvider, connectsOf } from "../credentials/connectable.ts";
import { callOf } from "../resource-calls.ts";
import type { ResourceEntity } from "../resource-entity.ts";
import { asFound, useChoices, usePickedName } from "../use-choices.ts";
import type { FieldProps } from "./field-props.ts";
import type { Reference } from "./references.ts";
import { useControl } from "./use-control.ts";

type ReferenceProps = FieldProps & { to: Reference; isList: boolean };

const ID = /^[0-9a-f-]{8,}$/i;

/** A reference, chosen by name. Ids that are not among the newest can be pasted. */
export function ReferenceField({ to, isList, ...field }: ReferenceProps) {
  const { t } = useTranslation();
  const client = useClient();
  const { isRequired } = field;
  const [search, setSearch] = useState("");
  const isListed = callOf(client, to, "list") !== undefined;
  const { placeholder: _, ...control } = useControl(field);
  const chosen = [field.value].flat().filter((id) => typeof id === "string");
  const choices = useChoices(to, { search, chosen, nameOf: usePickedName(kindAndId) });
  const connects = connectsOf(field.schema);
  const isFitting = ({ id, provider }: ResourceEntity) =>
    connects.length === 0 || connects.includes(String(provider)) || chosen.includes(id);
  const fitting = new Set(choices.entities.filter(isFitting).map(({ id }) => id));
  const named = choices.options.filter(({ value }) => fitting.has(value));
  const pasted = ID.test(search.trim()) ? [search.trim()] : [];
  const unnamed = [...new Set([...chosen, ...pasted])].filter((id) => !named.some(({ value }) => value === id));
  const combo = {
    ...control,
    data: [...named, ...unnamed.map((id) => ({ value: id, label: id }))],
    searchable: true,
    filter: asFound,
    onDropdownOpen: () => choices.open(),
    searchValue: search,
    onSearchChange: setSearch,
    nothingFoundMessage: choices.isPending
      ? t("app.loading")
      : t(choices.isPartial ? "resource.form.nothingFoundHere" : "resource.form.nothingFound"),
    placeholder: chosen.length > 0 && isList ? "" : t(isRequired ? "resource.form.choose" : "resource.form.notSet"),
  };
  if (isList) {
    return (
      <MultiSelect
        {...combo}
        clearable
        value={chosen}
        onChange={(ids) => field.onChange(ids.length > 0 || isRequired ? ids : undefined)}
      />
    );
  }
  if (!isListed) {
    const [id = ""] = chosen;
    return <TextInput {...control} value={id} onChange={(event) => field.onChange(event.currentTarget.value || undefined)} />;
  }
  const provider = chosen.length === 0 ? connectableProvider(connects[0]) : undefined;
  return (
    <>
      <Select {...combo} clearable={!isRequired} value={chosen[0] ?? null} onChange={(id) => field.onChange(id ?? undefined)} />
      {provider && !control.disabled && (
        <ConnectAccount provider={provider} size="compact-sm" mt={6} onConnected={field.onChange} />
      )}
    </>
  );
}

/** The label of an unnamed entity: `OpenAI · 9c1f2a3b…`. */
function kindAndId({ id, provider, type }: ResourceEntity): string {
  const kind = [provider, type].find((each) => typeof each === "string");
  return [...(kind === undefined ? [] : [humanValue(kind)]), `${id.slice(0, 8)}…`].join(" · ");
}
