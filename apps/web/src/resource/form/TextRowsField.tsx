import { MESSAGE_MAX_CHARACTERS } from "@callwright/contract";
import { TextRows } from "../../kit/TextRows.tsx";
import type { FieldProps } from "./field-props.ts";
import { useForm } from "./form-context.ts";
import { useField } from "./use-field.ts";

/** What is said: sentences, each in a row of its own. One alone may also be a text. */
export function TextRowsField(field: FieldProps) {
  const { isReadOnly } = useForm();
  const { name, label, one, help, error } = useField(field);
  return (
    <TextRows
      name={name}
      label={label}
      one={one}
      description={help}
      error={error}
      isReadOnly={isReadOnly}
      maxCharacters={MESSAGE_MAX_CHARACTERS}
      values={[field.value ?? []].flat().filter((text) => typeof text === "string")}
      onChange={(texts) => field.onChange(texts.length > 0 ? texts : undefined)}
    />
  );
}
