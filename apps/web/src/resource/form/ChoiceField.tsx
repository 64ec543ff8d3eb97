import { MultiSelect, NativeSelect, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "./field-props.ts";
import { useForm } from "./form-context.ts";
import type { Choice } from "./shape.ts";
import { useField, useValueWords } from "./use-field.ts";

/** More than these are found by typing. */
export const LISTED_CHOICES = 12;

type ChoiceProps = FieldProps & { values: readonly Choice[] };

/** The choices by what is written in the page, and what a written one stands for. */
function useChoices({ values, value, ...field }: ChoiceProps) {
  const { isReadOnly } = useForm();
  const wordsOf = useValueWords();
  const { name, label, help, error, isRequired, defaultText } = useField({ ...field });
  const stored = [value].flat().filter((each) => ["string", "number", "boolean"].includes(typeof each)) as Choice[];
  // What another host keeps there stays, though we have no word for it.
  const all = [...new Set([...values, ...stored])];
  return {
    data: all.map((each) => ({ value: String(each), label: wordsOf(each) })),
    chosen: stored.map(String),
    meaningOf: (text: string | null) => all.find((each) => String(each) === text),
    control: { name, label, description: help, error, withAsterisk: isRequired, disabled: isReadOnly },
    defaultText,
  };
}

export function ChoiceField(field: ChoiceProps) {
  const { t } = useTranslation();
  const { data, chosen, meaningOf, control, defaultText } = useChoices(field);
  const empty = defaultText ?? t(field.isRequired ? "resource.form.choose" : "resource.form.notSet");
  const value = chosen[0] ?? "";
  if (data.length > LISTED_CHOICES) {
    return (
      <Select
        {...control}
        data={data}
        searchable
        clearable={!field.isRequired}
        placeholder={empty}
        value={value || null}
        onChange={(next) => field.onChange(meaningOf(next))}
      />
    );
  }
  return (
    <NativeSelect
      {...control}
      data={[...(field.isRequired && value !== "" ? [] : [{ value: "", label: empty }]), ...data]}
      value={value}
      onChange={(event) => field.onChange(meaningOf(event.currentTarget.value))}
    />
  );
}

/** Any of the choices. */
export function ChoicesField(field: ChoiceProps) {
  const { data, chosen, meaningOf, control } = useChoices(field);
  return (
    <MultiSelect
      {...control}
      data={data}
      searchable
      clearable
      value={chosen}
      onChange={(texts) => {
        const next = texts.map(meaningOf);
        field.onChange(next.length > 0 || field.isRequired ? next : undefined);
      }}
    />
  );
}
