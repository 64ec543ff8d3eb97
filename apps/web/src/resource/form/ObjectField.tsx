import { isFields } from "@callwright/contract";
import { Select } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CrossButton } from "../../kit/CrossButton.tsx";
import { withDistinctLabels } from "../../kit/field-names.ts";
import { problemAt } from "../problems.ts";
import { FieldSection } from "./FieldSection.tsx";
import type { FieldProps } from "./field-props.ts";
import { focusField } from "./focus-field.ts";
import classes from "./form.module.css";
import { isFixed, useForm } from "./form-context.ts";
import { initialValue } from "./initial-value.ts";
import { Section } from "./Section.tsx";
import { type ObjectFieldSchema, shapeOf } from "./shape.ts";
import { keyOf, useFieldWords } from "./use-field.ts";

/** Objects up to this size show all simple fields. Optional fields of larger ones are added by the user. */
const ALL_SHOWN_FIELDS = 8;
/** Fields that have no control of their own, as one JSON object. */
const OTHER_FIELDS = "…";

type ObjectProps = FieldProps & { fields: readonly ObjectFieldSchema[]; isOpen: boolean };

/** The fields of an object, with a frame unless the container has one. */
export function ObjectField(field: ObjectProps) {
  return (
    <FieldSection field={field}>
      <ObjectFields {...field} />
    </FieldSection>
  );
}

function ObjectFields({ path, schema, value, onChange, fields, isOpen, hiddenField }: ObjectProps) {
  const { t } = useTranslation();
  const form = useForm();
  const { root, mainFields, omitted, Field, isReadOnly, problems, support } = form;
  const wordsOf = useFieldWords();
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const given = isFields(value) ? value : {};
  const others = Object.fromEntries(Object.entries(given).filter(([name]) => !fields.some((field) => field.name === name)));
  const isElsewhere = ({ name }: ObjectFieldSchema) => name === hiddenField || omitted.has(keyOf([...path, name]));
  const candidates = fields.filter((field) => !isElsewhere(field) && !isSettled(field, given[field.name], root));

  const isShownAnyway = (field: ObjectFieldSchema) =>
    field.isRequired ||
    // A field without effect here is shown where it is set, so that it can be removed.
    (support.unsupportedAt([...path, field.name]) === undefined &&
      (mainFields.has(keyOf([...path, field.name])) || (fields.length <= ALL_SHOWN_FIELDS && isSimple(field, root))));
  const isAdded = ({ name }: ObjectFieldSchema) => given[name] !== undefined || added.has(name);
  const isShown = (field: ObjectFieldSchema) => isShownAnyway(field) || isAdded(field);
  const write = (name: string, next: unknown) => {
    const { [name]: _, ...rest } = given;
    // Replaced in place, so that the JSON keeps its order.
    onChange(next === undefined ? rest : name in given ? { ...given, [name]: next } : { ...rest, [name]: next });
  };
  const drop = (name: string) => {
    setAdded(new Set([...added].filter((each) => each !== name)));
    write(name, undefined);
  };
  const add = (name: string) => {
    setAdded(new Set([...added, name]));
    const field = candidates.find((each) => each.name === name);
    const initial = field && initialValue(field.schema, name, root);
    if (initial !== undefined) write(name, initial);
    focusField([[...path, name].join(".")]);
  };
  const hasOthers = Object.keys(others).length > 0;
  const labelled = candidates.map((field) => ({
    name: field.name,
    label: wordsOf([...path, field.name], field.schema).label,
    field,
  }));
  const addable = withDistinctLabels(labelled, (label) => t("resource.form.inline", { label }))
    .filter(({ field }) => !isShown(field) && !isDeprecated(field) && !isFixed(form, [...path, field.name]))
    .map(({ name, label, field }) => {
      const effect = support.unsupportedAt([...path, name])?.effect;
      // A boolean can be added as off.
      const isRefused = effect === "refused" && shapeOf(field.schema, name, root).kind !== "boolean";
      return { name, isRefused, label: effect ? t(`resource.form.unsupported.${effect}`, { label }) : label };
    });
  const mayHaveOthers = isOpen && !hasOthers && !added.has(OTHER_FIELDS);

  const row = (field: ObjectFieldSchema) => (
    <ObjectRow
      key={field.name}
      field={field}
      path={[...path, field.name]}
      value={given[field.name]}
      onChange={(next) => write(field.name, next)}
      onDrop={
        isAdded(field) && !isShownAnyway(field) && !isReadOnly && !isFixed(form, [...path, field.name])
          ? () => drop(field.name)
          : undefined
      }
    />
  );
  const deprecated = candidates.filter((field) => isDeprecated(field) && given[field.name] !== undefined);

  return (
    <div className={classes.fields}>
      {candidates.filter((field) => isShown(field) && !isDeprecated(field)).map(row)}
      {(hasOthers || added.has(OTHER_FIELDS)) && (
        <Field
          path={[...path, OTHER_FIELDS]}
          schema={{}}
          label={t("resource.form.otherFields")}
          isRequired={false}
          value={others}
          onChange={(next) => {
            const known = Object.fromEntries(Object.entries(given).filter(([name]) => !(name in others)));
            onChange({ ...(isFields(next) ? next : {}), ...known });
          }}
        />
      )}
      {deprecated.length > 0 && (
        <Section
          title={t("resource.form.deprecated")}
          help={t("resource.form.deprecatedHint")}
          gist={String(deprecated.length)}
          hasProblem={deprecated.some(({ name }) => problemAt(problems, [...path, name].join(".")) !== undefined)}
          startsOpen={false}
        >
          {deprecated.map(row)}
        </Section>
      )}
      {!isReadOnly && (addable.length > 0 || mayHaveOthers) && (
        <AddField
          fields={[...addable, ...(mayHaveOthers ? [{ name: OTHER_FIELDS, label: t("resource.form.otherFields") }] : [])]}
          onAdd={add}
          to={path.length === 0 ? undefined : wordsOf(path, schema).label}
        />
      )}
    </div>
  );
}

/** Deprecated: shown only if it has a value, after the other fields. */
function isDeprecated({ schema, isRequired }: ObjectFieldSchema): boolean {
  return schema.deprecated === true && !isRequired;
}

/** Whether it already has its only possible value. */
function isSettled({ name, schema, isRequired }: ObjectFieldSchema, value: unknown, root: FieldProps["schema"]): boolean {
  const shape = shapeOf(schema, name, root);
  return isRequired && shape.kind === "choice" && shape.values.length === 1 && shape.values[0] === value;
}

const SIMPLE = ["text", "number", "boolean", "choice", "choices", "reference", "instant", "secret", "file", "texts"];

/** One line of the form. */
function isSimple({ name, schema }: ObjectFieldSchema, root: FieldProps["schema"]): boolean {
  return SIMPLE.includes(shapeOf(schema, name, root).kind);
}

interface AddFieldProps {
  fields: readonly { name: string; label: string; isRefused?: boolean }[];
  onAdd: (name: string) => void;
  /** Name of the section that gets the field; none for the whole form. */
  to: string | undefined;
}

/** The fields that can be added to the form. */
function AddField({ fields, onAdd, to }: AddFieldProps) {
  const { t } = useTranslation();
  return (
    <Select
      // A new key clears the search text after a field was added.
      key={fields.length}
      className={classes.add ?? ""}
      variant="unstyled"
      aria-label={to === undefined ? t("resource.form.addField") : t("resource.form.addFieldTo", { name: to })}
      placeholder={t("resource.form.addField")}
      leftSection={<IconPlus size={15} aria-hidden="true" />}
      rightSection={<span />}
      comboboxProps={{ width: 300, position: "bottom-start" }}
      maxDropdownHeight={320}
      searchable
      nothingFoundMessage={t("resource.form.noSuchField")}
      data={fields.map(({ name, label, isRefused = false }) => ({ value: name, label, disabled: isRefused }))}
      value={null}
      onChange={(name) => name !== null && onAdd(name)}
    />
  );
}

interface ObjectRowProps extends Pick<FieldProps, "path" | "value" | "onChange"> {
  field: ObjectFieldSchema;
  /** Removes the field. Absent: it cannot be removed. */
  onDrop: (() => void) | undefined;
}

/** One field of an object, with a remove button if the user added it. */
function ObjectRow({ field, path, value, onChange, onDrop }: ObjectRowProps) {
  const { t } = useTranslation();
  const { root, Field } = useForm();
  const { label } = useFieldWords()(path, field.schema);
  return (
    <div className={classes.row} data-removable={onDrop !== undefined || undefined} data-part={isPart(field, root) || undefined}>
      <Field path={path} schema={field.schema} isRequired={field.isRequired} value={value} onChange={onChange} />
      {onDrop && (
        <CrossButton
          size={24}
          className={classes.remove ?? ""}
          aria-label={t("resource.form.remove", { name: label })}
          onClick={onDrop}
        />
      )}
    </div>
  );
}

const PARTS = ["object", "union", "list", "schema"];

/** The field has a frame. */
function isPart({ name, schema }: ObjectFieldSchema, root: FieldProps["schema"]): boolean {
  return PARTS.includes(shapeOf(schema, name, root).kind);
}
