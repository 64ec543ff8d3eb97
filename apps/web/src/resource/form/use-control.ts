import type { FieldProps } from "./field-props.ts";
import { useForm } from "./form-context.ts";
import { useField } from "./use-field.ts";

/** What every control of Mantine takes. An emptied text is taken out, so that the field's default holds. */
export function useControl(field: FieldProps) {
  const { isReadOnly } = useForm();
  const { name, label, help, error, isRequired, defaultText } = useField(field);
  return {
    name,
    label,
    description: help,
    error,
    withAsterisk: isRequired,
    disabled: isReadOnly,
    placeholder: defaultText ?? "",
  };
}
