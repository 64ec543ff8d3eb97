import { MultiSelect, NativeSelect, Select, type SelectProps } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "./field-props.ts";
import { useForm } from "./form-context.ts";
import type { Choice } from "./shape.ts";
import { useChoiceSupport } from "./use-choice-support.ts";
import { useField, useValueWords } from "./use-field.ts";

/** Longer lists are searched by typing. */
export const LISTED_CHOICES = 12;

type ChoiceProps = FieldProps & { values: readonly Choice[] };

/** The choices as texts of the page, and the value of each text. */
function useChoices({ values, value, ...field }: ChoiceProps) {
  const { isReadOnly } = useForm();
  const wordsOf = useValueWords();
  const { name, label, help, error, isRequired, defaultText } = useField({ ...field });
  const stored = [value].flat().filter((each) => ["string", "number", "boolean"].includes(typeof each)) as Choice[];
  // An unknown value of another host is kept, without a label.
  const all = [...new Set([...values, ...stored])];
  const chosen = stored.map(String);
  const options = all.map((each) => ({ value: String(each), label: wordsOf(each) }));
  const { data, reason } = useChoiceSupport(field.path, options, chosen);
  return {
    data,
    isLong: all.length > LISTED_CHOICES,
    chosen,
    meaningOf: (text: string | null) => all.find((each) => String(each) === text),
    control: { name, label, description: reason ?? help, error, withAsterisk: isRequired, disabled: isReadOnly },
    defaultText,
  };
}

export function ChoiceField(field: ChoiceProps) {
  const { t } = useTranslation();
  const { data, isLong, chosen, meaningOf, control, defaultText } = useChoices(field);
  return (
    <ChoiceSelect
      {...control}
      data={data}
      isLong={isLong}
      empty={defaultText ?? t(field.isRequired ? "resource.form.choose" : "resource.form.notSet")}
      mayBeEmpty={!field.isRequired}
      value={chosen[0] ?? ""}
      onChange={(next) => field.onChange(meaningOf(next))}
    />
  );
}

interface ChoiceSelectProps extends Pick<SelectProps, "name" | "label" | "description" | "error" | "withAsterisk" | "disabled"> {
  data: ReturnType<typeof useChoiceSupport>["data"];
  /** Searched by typing. */
  isLong: boolean;
  /** Shown without a value. */
  empty: string;
  /** Can a chosen value be removed? */
  mayBeEmpty?: boolean;
  /** Empty: none is chosen. */
  value: string;
  onChange: (value: string) => void;
}

/** Chooses one: from a list, or by a search if there are many. */
export function ChoiceSelect({ data, isLong, empty, mayBeEmpty = false, value, onChange, ...control }: ChoiceSelectProps) {
  const { t } = useTranslation();
  if (isLong) {
    return (
      <Select
        {...control}
        data={data}
        searchable
        clearable={mayBeEmpty}
        allowDeselect={mayBeEmpty}
        placeholder={empty}
        nothingFoundMessage={t("resource.form.nothingFound")}
        value={value || null}
        onChange={(next) => onChange(next ?? "")}
      />
    );
  }
  return (
    <NativeSelect
      {...control}
      data={[...(mayBeEmpty || value === "" ? [{ value: "", label: empty }] : []), ...data]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
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
