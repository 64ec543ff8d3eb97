import type { FieldProps } from "./field-props.ts";
import { useForm } from "./form-context.ts";
import { useField } from "./use-field.ts";

/** Props of every Mantine control. An emptied text removes the field, so that its default applies. */
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
