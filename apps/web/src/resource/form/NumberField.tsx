import { NumberInput } from "@mantine/core";
import type { FieldProps } from "./field-props.ts";
import type { Shape } from "./shape.ts";
import { useControl } from "./use-control.ts";
import { useField } from "./use-field.ts";

export function NumberField({ shape, ...field }: FieldProps & { shape: Extract<Shape, { kind: "number" }> }) {
  const { unit } = useField(field);
  const { min, max, isInteger } = shape;
  return (
    <NumberInput
      {...useControl(field)}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      // What is out of bounds is said, not changed under the hand that types it.
      clampBehavior="none"
      allowDecimal={!isInteger}
      suffix={unit ? ` ${unit}` : ""}
      value={typeof field.value === "number" ? field.value : ""}
      onChange={(next) => field.onChange(typeof next === "number" ? next : undefined)}
    />
  );
}
