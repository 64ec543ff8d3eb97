import { Autocomplete, Textarea, TextInput } from "@mantine/core";
import type { FieldProps } from "./field-props.ts";
import type { Shape } from "./shape.ts";
import { useControl } from "./use-control.ts";

const LONG_TEXT_ROWS = { minRows: 2, maxRows: 18 };
/** The field of a program's text. */
const CODE_FIELD = "code";
const CODE = { spellCheck: false, styles: { input: { fontFamily: "var(--cw-font-mono)", fontSize: 12 } } };

export function TextField({ isLong, suggestions, maxCharacters, ...field }: FieldProps & Extract<Shape, { kind: "text" }>) {
  const control = useControl(field);
  const change = (text: string) => field.onChange(text === "" ? undefined : text);
  const value = typeof field.value === "string" ? field.value : "";
  if (suggestions.length > 0) {
    return <Autocomplete {...control} data={[...new Set(suggestions)]} value={value} onChange={change} />;
  }
  const limit = maxCharacters === undefined ? {} : { maxLength: maxCharacters };
  const look = field.path.at(-1) === CODE_FIELD ? CODE : {};
  const onChange = (event: { currentTarget: { value: string } }) => change(event.currentTarget.value);
  return isLong ? (
    <Textarea {...control} {...limit} {...look} autosize {...LONG_TEXT_ROWS} value={value} onChange={onChange} />
  ) : (
    <TextInput {...control} {...limit} value={value} onChange={onChange} />
  );
}
