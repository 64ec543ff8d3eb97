import { NumberInput } from "@mantine/core";
import { limitsAt, readPath, writePath } from "./config-path.ts";
import { type EditorFields, fieldProps } from "./editor-fields.ts";

interface NumberFieldProps extends EditorFields {
  /** Dotted path of the number in the assistant. */
  path: string;
  label: string;
  description?: string;
  step: number;
  /** The unit, shown after the number. */
  suffix?: string;
  placeholder?: string;
}

/** A number field. Empty removes the value, so that the default applies. Limits are reported, not enforced while typing. */
export function NumberField({ config, edit, problems, path, label, description, step, suffix, placeholder }: NumberFieldProps) {
  const value = readPath(config, path);
  const { min, max } = limitsAt(config, path);
  return (
    <NumberInput
      label={label}
      description={description}
      step={step}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      clampBehavior="none"
      placeholder={placeholder ?? ""}
      suffix={suffix ? ` ${suffix}` : ""}
      {...fieldProps({ config, edit, problems }, path)}
      value={typeof value === "number" ? value : ""}
      onChange={(next) => edit((current) => writePath(current, path, typeof next === "number" ? next : undefined))}
    />
  );
}
