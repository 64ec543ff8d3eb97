import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "./field-props.ts";
import classes from "./form.module.css";
import { useForm } from "./form-context.ts";
import { type ObjectFieldSchema, shapeOf } from "./shape.ts";
import { useFieldWords } from "./use-field.ts";

interface ObjectRowProps extends Pick<FieldProps, "path" | "value" | "onChange"> {
  field: ObjectFieldSchema;
  /** Removes the field. Absent: it cannot be removed. */
  onDrop: (() => void) | undefined;
}

/** One field of an object, with a remove button if the user added it. */
export function ObjectRow({ field, path, value, onChange, onDrop }: ObjectRowProps) {
  const { t } = useTranslation();
  const { root, Field } = useForm();
  const { label } = useFieldWords()(path, field.schema);
  return (
    <div className={classes.row} data-removable={onDrop !== undefined || undefined} data-part={isPart(field, root) || undefined}>
      <Field path={path} schema={field.schema} isRequired={field.isRequired} value={value} onChange={onChange} />
      {onDrop && (
        <ActionIcon
          size={24}
          className={classes.remove ?? ""}
          aria-label={t("resource.form.remove", { name: label })}
          onClick={onDrop}
        >
          <IconX size={14} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  );
}

const PARTS = ["object", "union", "list", "schema"];

/** The field has a frame. */
function isPart({ name, schema }: ObjectFieldSchema, root: FieldProps["schema"]): boolean {
  return PARTS.includes(shapeOf(schema, name, root).kind);
}
