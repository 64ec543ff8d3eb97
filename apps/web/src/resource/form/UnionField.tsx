import { isFields, JSON_SCHEMA_TYPES } from "@callwright/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { humanName } from "../../kit/field-names.ts";
import { ChoiceSelect, LISTED_CHOICES } from "./ChoiceField.tsx";
import { FieldSection } from "./FieldSection.tsx";
import type { FieldProps } from "./field-props.ts";
import classes from "./form.module.css";
import { useForm } from "./form-context.ts";
import { valueAs } from "./initial-value.ts";
import { optionOf, type UnionOption } from "./union.ts";
import { useChoiceSupport } from "./use-choice-support.ts";
import { useField, useFieldWords, useValueWords } from "./use-field.ts";

type UnionProps = FieldProps & { options: readonly UnionOption[] };

/** A union: a select for the kind, then the fields of that kind. */
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
  // An alternative stays chosen without a value: an empty text is stored as no value.
  const [begun, setBegun] = useState<string>();
  const option = optionOf(options, value, root) ?? (value === undefined ? options.find(({ key }) => key === begun) : undefined);
  const tagName = options[0]?.tag?.name;
  const tagSchema = tagName === undefined ? undefined : options[0]?.schema.properties?.[tagName];
  const kindLabel =
    tagName === undefined
      ? t("resource.form.kind")
      : wordsOfField([...path, tagName], typeof tagSchema === "object" ? tagSchema : {}).label || humanName(tagName);
  const kindPath = tagName === undefined ? path : [...path, tagName];
  const { error, name } = useField({ ...field, path: kindPath });
  const kindWords = (key: string) => {
    const type = JSON_SCHEMA_TYPES.find((each) => each === key);
    return type ? t(`resource.schema.types.${type}`) : wordsOf(key);
  };
  const kinds = options.map(({ key, tag }) => ({ value: key, label: tag ? wordsOf(tag.value) : kindWords(key) }));
  const { data, reason } = useChoiceSupport(kindPath, kinds, option ? [option.key] : []);
  const isUnknown = value !== undefined && value !== null && !isEmpty(value) && !option;
  return (
    <div className={classes.fields}>
      <ChoiceSelect
        name={name}
        label={kindLabel}
        withAsterisk={field.isRequired}
        error={option ? undefined : error}
        empty={t(isUnknown ? "resource.form.otherKind" : "resource.form.choose")}
        data={data}
        isLong={kinds.length > LISTED_CHOICES}
        description={reason}
        value={option?.key ?? ""}
        disabled={isReadOnly}
        onChange={(key) => {
          const chosen = options.find((each) => each.key === key);
          if (!chosen) return;
          setBegun(chosen.key);
          onChange(valueAs(chosen, value, lastStep, root, option));
        }}
      />
      {option && (
        <Field
          // The key resets the fields when the kind changes, even if names are equal.
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

/** No alternative was chosen yet. */
function isEmpty(value: unknown): boolean {
  return isFields(value) && Object.keys(value).length === 0;
}
