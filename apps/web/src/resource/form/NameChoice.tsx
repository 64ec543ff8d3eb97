import { NativeSelect } from "@mantine/core";
import { createContext, use } from "react";
import type { FieldProps } from "./field-props.ts";
import { useControl } from "./use-control.ts";

/** The names that a `NameChoice` below offers. */
export const NameChoices = createContext<readonly string[]>([]);

/** A field that refers to another part by its name. */
export function NameChoice(field: FieldProps) {
  const names = use(NameChoices);
  const { placeholder: _, ...control } = useControl(field);
  const value = String(field.value ?? "");
  const data = names.includes(value) ? names : [value, ...names];
  return (
    <NativeSelect {...control} data={[...data]} value={value} onChange={(event) => field.onChange(event.currentTarget.value)} />
  );
}
