import { TextInput } from "@mantine/core";
import { localTime } from "../local-time.ts";
import type { FieldProps } from "./field-props.ts";
import { useControl } from "./use-control.ts";

/** A date and time, entered in the viewer's time zone and stored as ISO 8601. */
export function InstantField(field: FieldProps) {
  return (
    <TextInput
      {...useControl(field)}
      type="datetime-local"
      value={typeof field.value === "string" ? localTime(field.value) : ""}
      onChange={({ currentTarget: { value } }) => field.onChange(value === "" ? undefined : new Date(value).toISOString())}
    />
  );
}
