import { TextInput } from "@mantine/core";
import { useTyped } from "../../kit/use-typed.ts";
import type { FieldProps } from "./field-props.ts";
import { useControl } from "./use-control.ts";

/** A name that other parts refer to. It is written when the field is left or Enter is pressed, so that references never follow half a name. */
export function NameField(field: FieldProps) {
  const control = useControl(field);
  const stored = typeof field.value === "string" ? field.value : "";
  const [typed, setTyped] = useTyped(stored);
  const write = () => {
    const name = typed.trim();
    if (name !== stored) field.onChange(name === "" ? undefined : name);
  };
  return (
    <TextInput
      {...control}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={write}
      onKeyDown={(event) => event.key === "Enter" && write()}
    />
  );
}
