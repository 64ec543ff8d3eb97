import { NativeSelect, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { LISTED_CHOICES } from "./ChoiceField.tsx";
import { FieldSection } from "./FieldSection.tsx";
import { humanName } from "./field-names.ts";
import type { FieldProps } from "./field-props.ts";
import classes from "./form.module.css";
import { useForm } from "./form-context.ts";
import { valueAs } from "./initial-value.ts";
import { isFields, optionOf, type UnionOption } from "./union.ts";
import { useField, useFieldWords, useValueWords } from "./use-field.ts";

type UnionProps = FieldProps & { options: readonly UnionOption[] };

/** One of several kinds: first which, then the fields of that kind. */
export function UnionField(field: UnionProps) {
  return (
    <FieldSection field={field}>
      <UnionFields {...field} />
    </FieldSection>
  );
}

function UnionFields({ options, ...field }: UnionProps) {
  const { t } = useTranslation();
  const { root, Field, isReadOnly } = useForm();
  const wordsOfField = useFieldWords();
  const wordsOf = useValueWords();
  const { path, value, onChange } = field;
  const lastStep = String(path.findLast((step) => typeof step === "string") ?? "");
  const option = optionOf(options, value, root);
  const tagName = options[0]?.tag?.name;
  const tagSchema = tagName === undefined ? undefined : options[0]?.schema.properties?.[tagName];
  const kindLabel =
    tagName === undefined
      ? t("resource.form.kind")
      : wordsOfField([...path, tagName], typeof tagSchema === "object" ? tagSchema : {}).label || humanName(tagName);
  const { error, name } = useField({ ...field, path: tagName === undefined ? path : [...path, tagName] });
  const isUnknown = value !== undefined && value !== null && !isEmpty(value) && !option;
  return (
    <div className={classes.fields}>
      <KindSelect
        name={name}
        label={kindLabel}
        isRequired={field.isRequired}
        error={option ? undefined : error}
        empty={t(isUnknown ? "resource.form.otherKind" : "resource.form.choose")}
        kinds={options.map(({ key, tag }) => ({ value: key, label: tag ? wordsOf(tag.value) : key }))}
        value={option?.key}
        isReadOnly={isReadOnly}
        onChange={(key) => {
          const chosen = options.find((each) => each.key === key);
          if (chosen) onChange(valueAs(chosen, value, lastStep, root));
        }}
      />
      {option && (
        <Field
          // Another kind is another form, even where both have fields of the same name.
          key={option.key}
          path={path}
          schema={option.schema}
          label={t("resource.form.value")}
          isRequired
          isBare
          value={value}
          onChange={onChange}
          {...(option.tag ? { hiddenField: option.tag.name } : {})}
        />
      )}
      {isUnknown && (
        <Field path={path} schema={{}} label={t("resource.form.value")} isRequired value={value} onChange={onChange} />
      )}
    </div>
  );
}

/** Nothing was chosen yet. */
function isEmpty(value: unknown): boolean {
  return isFields(value) && Object.keys(value).length === 0;
}

interface KindSelectProps {
  name: string;
  label: string;
  isRequired: boolean;
  error: string | undefined;
  /** Shown while none is chosen. */
  empty: string;
  kinds: readonly { value: string; label: string }[];
  value: string | undefined;
  isReadOnly: boolean;
  onChange: (key: string) => void;
}

/** Which of the kinds: a list, or a search where there are many. */
function KindSelect({ name, label, isRequired, error, empty, kinds, value, isReadOnly, onChange }: KindSelectProps) {
  const { t } = useTranslation();
  const control = { name, label, error, withAsterisk: isRequired, disabled: isReadOnly };
  if (kinds.length > LISTED_CHOICES) {
    return (
      <Select
        {...control}
        data={kinds}
        searchable
        allowDeselect={false}
        placeholder={empty}
        nothingFoundMessage={t("resource.form.nothingFound")}
        value={value ?? null}
        onChange={(key) => key !== null && onChange(key)}
      />
    );
  }
  return (
    <NativeSelect
      {...control}
      data={[...(value === undefined ? [{ value: "", label: empty }] : []), ...kinds]}
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
