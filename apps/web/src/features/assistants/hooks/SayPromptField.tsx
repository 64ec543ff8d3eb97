import { lazy } from "react";
import type { FieldProps } from "../../../resource/form/field-props.ts";
import { TextField } from "../../../resource/form/TextField.tsx";

const JsonField = lazy(async () => ({ default: (await import("../../../resource/form/JsonField.tsx")).JsonField }));

const SHAPE = { kind: "text", isLong: true, suggestions: [], maxCharacters: undefined } as const;

/** The instruction for what a hook says: a text. A list of messages, which the API takes too, is shown as JSON. */
export function SayPromptField(field: FieldProps) {
  return Array.isArray(field.value) ? <JsonField {...field} /> : <TextField {...field} shape={SHAPE} />;
}
