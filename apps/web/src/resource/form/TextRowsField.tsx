import { MESSAGE_MAX_CHARACTERS } from "@callwright/contract";
import { Input, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AddButton } from "../../kit/AddButton.tsx";
import { CrossButton } from "../../kit/CrossButton.tsx";
import { inSentence } from "../../kit/field-names.ts";
import type { FieldProps } from "./field-props.ts";
import { useForm } from "./form-context.ts";
import classes from "./text-rows.module.css";
import { useField } from "./use-field.ts";

/** A list of spoken sentences, one a row. The value may also be a single text. Unlike tags, sentences may be long and contain commas. */
export function TextRowsField(field: FieldProps) {
  const { t } = useTranslation();
  const { isReadOnly } = useForm();
  const { name, label, one, help, error } = useField(field);
  const values = [field.value ?? []].flat().filter((text) => typeof text === "string");
  const [rows, setRows] = useState<readonly string[]>(values);
  // Changed from outside.
  if (filledOf(rows).join("\n") !== values.join("\n")) setRows(values);
  const change = (next: readonly string[]) => {
    setRows(next);
    const filled = filledOf(next);
    field.onChange(filled.length > 0 ? filled : undefined);
  };
  const rowName = (index: number) => t("resource.form.item", { name: one, index: String(index + 1) });
  return (
    <Input.Wrapper
      label={label}
      description={help}
      error={error}
      labelElement="div"
      inputWrapperOrder={["label", "description", "error", "input"]}
    >
      {rows.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added at the end, and their text is not their own state.
        <div key={index} className={classes.row}>
          <Textarea
            {...(index === 0 ? { name } : {})}
            aria-label={rowName(index)}
            autosize
            minRows={1}
            maxLength={MESSAGE_MAX_CHARACTERS}
            disabled={isReadOnly}
            // A row that the user added is the next to be filled.
            autoFocus={text === "" && index === rows.length - 1 && index > 0}
            value={text}
            onChange={(event) => change(rows.with(index, event.currentTarget.value))}
          />
          {!isReadOnly && (
            <CrossButton
              aria-label={t("resource.form.remove", { name: rowName(index) })}
              onClick={() => change(rows.filter((_, each) => each !== index))}
            />
          )}
        </div>
      ))}
      {!isReadOnly && (
        <AddButton mt={4} onClick={() => setRows([...rows, ""])}>
          {t("resource.form.addItem", { one: inSentence(one) })}
        </AddButton>
      )}
    </Input.Wrapper>
  );
}

function filledOf(rows: readonly string[]): string[] {
  return rows.filter((row) => row.trim() !== "");
}
