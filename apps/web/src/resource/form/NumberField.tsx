import { NumberInput } from "@mantine/core";
import type { FieldProps } from "./field-props.ts";
import type { Shape } from "./shape.ts";
import { useControl } from "./use-control.ts";
import { useField } from "./use-field.ts";

export function NumberField({ shape, ...field }: FieldProps & { shape: Extract<Shape, { kind: "number" }> }) {
  const { unit, spanOf } = useField(field);
  const control = useControl(field);
  const { min, max, isInteger } = shape;
  return (
    <NumberInput
      {...control}
      description={[control.description, spanOf(field.value)].filter(Boolean).join(" · ") || undefined}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      // Out-of-range numbers are reported, not clamped while the user types.
      clampBehavior="none"
      allowDecimal={!isInteger}
      suffix={unit ? ` ${unit}` : ""}
      value={typeof field.value === "number" ? field.value : ""}
      onChange={(next) => field.onChange(typeof next === "number" ? next : undefined)}
    />
  );
}
