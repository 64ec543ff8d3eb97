import { useTranslation } from "react-i18next";
import { AddButton } from "../../kit/AddButton.tsx";
import { CrossButton } from "../../kit/CrossButton.tsx";
import { inSentence } from "../../kit/field-names.ts";
import { problemAt } from "../problems.ts";
import { FieldSection } from "./FieldSection.tsx";
import type { FieldProps } from "./field-props.ts";
import classes from "./form.module.css";
import { useForm } from "./form-context.ts";
import { gistOf } from "./gist.ts";
import { initialValue } from "./initial-value.ts";
import type { JsonSchema } from "./json-schema.ts";
import { MoveButtons } from "./MoveButtons.tsx";
import { Section } from "./Section.tsx";
import { canShow, shapeOf } from "./shape.ts";
import { keyOf, useField } from "./use-field.ts";
import { useItemKeys } from "./use-item-keys.ts";

/** Entries of longer lists start collapsed. */
const OPEN_ITEMS = 3;

/** A list whose entries can be added, moved and removed. */
export function ListField(field: FieldProps & { item: JsonSchema }) {
  const { t } = useTranslation();
  const { root, isReadOnly, sentences } = useForm();
  const { one } = useField(field);
  const values = Array.isArray(field.value) ? (field.value as unknown[]) : [];
  const items = useItemKeys(values.length);
  const lastStep = String(field.path.findLast((step) => typeof step === "string") ?? "");
  const change = (next: unknown[]) => field.onChange(next.length > 0 || field.isRequired ? next : undefined);
  const add = () => {
    items.add();
    change([...values, initialValue(field.item, lastStep, root) ?? null]);
  };
  return (
    <FieldSection field={field}>
      {values.length > 0 && (
        <ul className={classes.items}>
          {values.map((value, index) => (
            <ListItem
              key={items.keys[index]}
              field={field}
              index={index}
              count={values.length}
              value={value}
              // A sentence shows the values of a closed entry.
              startsOpen={items.isAdded(index) || (values.length <= OPEN_ITEMS && !(keyOf(field.path) in sentences))}
              onChange={(next) => change(values.with(index, next ?? null))}
              onMove={(to) => {
                items.move(index, to);
                change(values.with(index, values[to]).with(to, value));
              }}
              onRemove={() => {
                items.remove(index);
                change(values.filter((_, each) => each !== index));
              }}
            />
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <AddButton className={classes.add ?? ""} onClick={add}>
          {t("resource.form.addItem", { one: inSentence(one) })}
        </AddButton>
      )}
    </FieldSection>
  );
}

interface ItemProps {
  field: FieldProps & { item: JsonSchema };
  index: number;
  count: number;
  value: unknown;
  startsOpen: boolean;
  onChange: (value: unknown) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function ListItem({ field, index, count, value, startsOpen, onChange, onMove, onRemove }: ItemProps) {
  const { t } = useTranslation();
  const { root, problems, Field, isReadOnly, sentences } = useForm();
  const { one } = useField(field);
  const path = [...field.path, index];
  const name = path.join(".");
  const title = t("resource.form.item", { name: one, index: String(index + 1) });
  const shape = shapeOf(field.item, String(field.path.findLast((step) => typeof step === "string") ?? ""), root);
  const isPart = ["object", "union", "list", "map", "schema", "json"].includes(shape.kind) || !canShow(shape, value);
  const actions = !isReadOnly && (
    <>
      <MoveButtons name={title} index={index} count={count} onMove={onMove} />
      <CrossButton iconSize={15} aria-label={t("resource.form.remove", { name: title })} onClick={onRemove} />
    </>
  );
  const control = (
    <Field path={path} schema={field.item} isRequired label={title} value={value ?? undefined} onChange={onChange} isBare />
  );
  if (!isPart) {
    return (
      <li className={classes.item}>
        {control}
        {actions}
      </li>
    );
  }
  return (
    <li data-path={name}>
      <Section
        title={title}
        gist={gistOf(value)}
        sentence={sentences[keyOf(field.path)]?.(value)}
        problem={problems.find(({ path: at }) => at === name)?.message}
        hasProblem={problemAt(problems, name) !== undefined}
        startsOpen={startsOpen}
        actions={actions}
      >
        {control}
      </Section>
    </li>
  );
}
