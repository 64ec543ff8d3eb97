import { MESSAGE_MAX_CHARACTERS } from "@callwright/contract";
import { TextRows } from "../../../kit/TextRows.tsx";
import type { FieldProps } from "../../../resource/form/field-props.ts";
import { useForm } from "../../../resource/form/form-context.ts";
import { useField } from "../../../resource/form/use-field.ts";

/** What a hook says: one sentence as a text, several as a list. */
export function SayExactField(field: FieldProps) {
  const { isReadOnly } = useForm();
  const { name, label, one, help, error } = useField(field);
  const texts = [field.value ?? []].flat().filter((text) => typeof text === "string");
  return (
    <TextRows
      name={name}
      label={label}
      one={one}
      description={help}
      error={error}
      isReadOnly={isReadOnly}
      maxCharacters={MESSAGE_MAX_CHARACTERS}
      values={texts}
      onChange={(next) => field.onChange(next.length > 1 ? next : next[0])}
    />
  );
}
