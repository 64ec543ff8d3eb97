import { MultiSelect, Select, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { humanValue } from "../../kit/field-names.ts";
import { ConnectAccount } from "../credentials/ConnectAccount.tsx";
import { connectableProvider, connectsOf } from "../credentials/connectable.ts";
import { callOf } from "../resource-calls.ts";
import type { ResourceEntity } from "../resource-entity.ts";
import { usePickedName, usePicker } from "../use-choices.ts";
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
  const isListed = callOf(client, to, "list") !== undefined;
  const { placeholder: _, ...control } = useControl(field);
  const chosen = [field.value].flat().filter((id) => typeof id === "string");
  const { search, entities, props } = usePicker(to, chosen, usePickedName(kindAndId));
  const connects = connectsOf(field.schema);
  const isFitting = ({ id, provider }: ResourceEntity) =>
    connects.length === 0 || connects.includes(String(provider)) || chosen.includes(id);
  const others = new Set(entities.filter((entity) => !isFitting(entity)).map(({ id }) => id));
  const fitting = props.data.filter(({ value }) => !others.has(value));
  const pasted = search.trim();
  const isPasted = ID.test(pasted) && fitting.every(({ value }) => value !== pasted);
  const combo = {
    ...control,
    ...props,
    data: isPasted ? [...fitting, { value: pasted, label: pasted }] : fitting,
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
