import { isFields } from "@callwright/contract";
import { FileInput, Input, NumberInput, PasswordInput, TagsInput, TextInput } from "@mantine/core";
import { type ComponentType, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { AddButton } from "../../kit/AddButton.tsx";
import { CrossButton } from "../../kit/CrossButton.tsx";
import { inSentence } from "../../kit/field-names.ts";
import { late } from "../../kit/late.tsx";
import { localTime } from "../local-time.ts";
import { BooleanField } from "./BooleanField.tsx";
import { ChoiceField, ChoicesField } from "./ChoiceField.tsx";
import type { FieldProps } from "./field-props.ts";
import classes from "./form.module.css";
import { FormContext, isFixed, useForm } from "./form-context.ts";
import { resolved } from "./json-schema.ts";
import { ListField } from "./ListField.tsx";
import { ObjectField } from "./ObjectField.tsx";
import { ReferenceField } from "./ReferenceField.tsx";
import { canShow, type Shape, shapeOf } from "./shape.ts";
import { TextField } from "./TextField.tsx";
import { UnionField } from "./UnionField.tsx";
import { useControl } from "./use-control.ts";
import { keyOf, useField } from "./use-field.ts";

const JsonField = late(async () => (await import("./JsonField.tsx")).JsonField);
/** Loaded ahead by screens that are sure to show one. */
export const SchemaField = late(async () => (await import("./schema/SchemaField.tsx")).SchemaField);

/** One field of a form, with an attribute by which `focusField` finds it. */
export function Field(field: FieldProps) {
  const form = useForm();
  const { path } = field;
  const place = field.isBare || path.length === 0 ? {} : { "data-path": path.join(".") };
  return (
    <div {...place}>
      {isFixed(form, path) ? (
        <FormContext value={{ ...form, isReadOnly: true }}>
          <DrawnField {...field} />
        </FormContext>
      ) : (
        <DrawnField {...field} />
      )}
    </div>
  );
}

/** One field: the resource's custom control, otherwise the control of its shape, otherwise JSON. */
function DrawnField(given: FieldProps) {
  const { root, parts } = useForm();
  const field = { ...given, schema: resolved(given.schema, root) };
  const Part = parts[keyOf(field.path)];
  const isItem = typeof field.path.at(-1) === "number";
  if (Part && !isItem) {
    return (
      <Suspense fallback={null}>
        <Part {...field} />
      </Suspense>
    );
  }
  const name = String(field.path.findLast((step) => typeof step === "string") ?? "");
  const fitting = shapeOf(field.schema, name, root);
  const shape: Shape = canShow(fitting, field.value) ? fitting : { kind: "json" };
  const Control = CONTROLS[shape.kind] as ComponentType<FieldProps & Shape>;
  return <Control {...field} {...shape} />;
}

/** The control of each shape. */
const CONTROLS: { [Kind in Shape["kind"]]: ComponentType<FieldProps & Extract<Shape, { kind: Kind }>> } = {
  text: TextField,
  secret: SecretField,
  number: NumberField,
  boolean: BooleanField,
  choice: ChoiceField,
  choices: ChoicesField,
  instant: InstantField,
  file: FileField,
  texts: TextsField,
  reference: ReferenceField,
  map: MapField,
  list: ListField,
  object: ObjectField,
  union: UnionField,
  schema: SchemaField,
  json: JsonField,
};

function FileField(field: FieldProps) {
  const { t } = useTranslation();
  return (
    <FileInput
      {...useControl(field)}
      clearable
      clearButtonProps={{ "aria-label": t("resource.form.clear") }}
      placeholder={t("resource.form.chooseFile")}
      value={field.value instanceof File ? field.value : null}
      onChange={(file) => field.onChange(file ?? undefined)}
    />
  );
}

/** A date and time, entered in the viewer's time zone and stored as ISO 8601. */
function InstantField(field: FieldProps) {
  return (
    <TextInput
      {...useControl(field)}
      type="datetime-local"
      value={typeof field.value === "string" ? localTime(field.value) : ""}
      onChange={({ currentTarget: { value } }) => field.onChange(value === "" ? undefined : new Date(value).toISOString())}
    />
  );
}

/** Up to this limit, an arrow key changes a number by a tenth. */
const FINE_MAX = 10;

function NumberField({ min, max, isInteger, ...field }: FieldProps & Extract<Shape, { kind: "number" }>) {
  const { unit, spanOf } = useField(field);
  const control = useControl(field);
  return (
    <NumberInput
      {...control}
      description={[control.description, spanOf(field.value)].filter(Boolean).join(" · ") || undefined}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      step={!isInteger && max !== undefined && max <= FINE_MAX ? 0.1 : 1}
      // Out-of-range numbers are reported, not clamped while the user types.
      clampBehavior="none"
      allowDecimal={!isInteger}
      suffix={unit ? ` ${unit}` : ""}
      value={typeof field.value === "number" ? field.value : ""}
      onChange={(next) => field.onChange(typeof next === "number" ? next : undefined)}
    />
  );
}

/** A write-only text. Left empty, the stored one is kept. */
function SecretField(field: FieldProps) {
  const { t } = useTranslation();
  const { isStored } = useForm();
  const control = useControl(field);
  // An entry of a list may be new.
  const isInList = field.path.some((step) => typeof step === "number");
  return (
    <PasswordInput
      {...control}
      autoComplete="off"
      placeholder={isStored ? t(`resource.form.${isInList ? "secretStays" : "secretKept"}`) : ""}
      visibilityToggleButtonProps={{ "aria-label": t("auth.showTyped"), tabIndex: 0 }}
      value={typeof field.value === "string" ? field.value : ""}
      onChange={(event) => field.onChange(event.currentTarget.value || undefined)}
    />
  );
}

/** A longer text may have commas. */
const WORD_MAX_CHARACTERS = 100;
const NO_SPLIT: string[] = [];

/** Short texts, each entered with Enter. */
function TextsField(field: FieldProps) {
  const { t } = useTranslation();
  const { root } = useForm();
  const { maxLength = 0 } = Array.isArray(field.schema.items) ? {} : resolved(field.schema.items, root);
  const control = useControl(field);
  const values = Array.isArray(field.value) ? field.value.map(String) : [];
  const hint = t("resource.form.enterEach");
  return (
    <TagsInput
      {...control}
      description={control.description ? `${control.description} ${hint}` : hint}
      clearable
      acceptValueOnBlur
      {...(maxLength > WORD_MAX_CHARACTERS ? { splitChars: NO_SPLIT } : {})}
      value={values}
      onChange={(texts) => field.onChange(texts.length > 0 || field.isRequired ? texts : undefined)}
    />
  );
}

interface Pair {
  key: number;
  name: string;
  text: string;
}

/** A map of names to texts, such as headers. Pairs without a name are dropped. */
function MapField(field: FieldProps) {
  const { t } = useTranslation();
  const { isReadOnly } = useForm();
  const { name, label, one, help, error, isRequired } = useField(field);
  const [pairs, setPairs] = useState(() => pairsOf(field.value));
  const [seen, setSeen] = useState(field.value);
  if (seen !== field.value) {
    // The value changed through these inputs, which are then up to date, or from outside.
    setSeen(field.value);
    if (JSON.stringify(mapOf(pairs)) !== JSON.stringify(field.value ?? {})) setPairs(pairsOf(field.value));
  }
  const change = (next: Pair[]) => {
    setPairs(next);
    const map = mapOf(next);
    field.onChange(Object.keys(map).length > 0 || field.isRequired ? map : undefined);
  };
  const changePair = (key: number, part: Partial<Pair>) =>
    change(pairs.map((pair) => (pair.key === key ? { ...pair, ...part } : pair)));
  const nextKey = Math.max(-1, ...pairs.map(({ key }) => key)) + 1;
  return (
    <Input.Wrapper
      label={label}
      description={help}
      error={error}
      withAsterisk={isRequired}
      labelElement="div"
      inputWrapperOrder={["label", "description", "error", "input"]}
    >
      {pairs.map((pair, index) => (
        <div key={pair.key} className={classes.pair}>
          <TextInput
            {...(index === 0 ? { name } : {})}
            aria-label={t("resource.form.pairName", { name: label, index: String(index + 1) })}
            placeholder={t("resource.form.pairNameHint")}
            disabled={isReadOnly}
            value={pair.name}
            onChange={(event) => changePair(pair.key, { name: event.currentTarget.value })}
          />
          <TextInput
            aria-label={t("resource.form.pairValue", { name: label, index: String(index + 1) })}
            placeholder={t("resource.form.value")}
            autoComplete="off"
            disabled={isReadOnly}
            value={pair.text}
            onChange={(event) => changePair(pair.key, { text: event.currentTarget.value })}
          />
          {!isReadOnly && (
            <CrossButton
              aria-label={t("resource.form.remove", { name: pair.name || `${label} ${index + 1}` })}
              onClick={() => change(pairs.filter(({ key }) => key !== pair.key))}
            />
          )}
        </div>
      ))}
      {!isReadOnly && (
        <AddButton mt={4} onClick={() => setPairs([...pairs, { key: nextKey, name: "", text: "" }])}>
          {t("resource.form.addItem", { one: inSentence(one) })}
        </AddButton>
      )}
    </Input.Wrapper>
  );
}

function pairsOf(value: unknown): Pair[] {
  return isFields(value) ? Object.entries(value).map(([name, text], key) => ({ key, name, text: String(text) })) : [];
}

function mapOf(pairs: readonly Pair[]): Record<string, string> {
  return Object.fromEntries(pairs.filter(({ name }) => name !== "").map(({ name, text }) => [name, text]));
}
