import { ActionIcon, Button, Input, Textarea } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { inSentence } from "./field-names.ts";
import classes from "./text-rows.module.css";

interface TextRowsProps {
  label: string;
  /** The label of one row, without its number. */
  one: string;
  description?: string | undefined;
  error?: string | undefined;
  /** Of the first row, as the target of a problem's link. */
  name: string;
  placeholder?: string;
  isReadOnly?: boolean;
  maxCharacters?: number | undefined;
  values: readonly string[];
  /** Empty rows are left out. */
  onChange: (values: string[]) => void;
}

/** Several texts, each in a row of its own. Unlike tags, they may be long and have commas. */
export function TextRows({ label, one, values, onChange, name, maxCharacters, isReadOnly = false, ...rest }: TextRowsProps) {
  const { t } = useTranslation();
  const { description, error, placeholder } = rest;
  const [rows, setRows] = useState<readonly string[]>(values);
  // Changed from outside.
  if (filledOf(rows).join("\n") !== values.join("\n")) setRows(values);
  const change = (next: readonly string[]) => {
    setRows(next);
    onChange(filledOf(next));
  };
  const rowName = (index: number) => t("resource.form.item", { name: one, index: String(index + 1) });
  return (
    <Input.Wrapper
      label={label}
      description={description}
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
            placeholder={placeholder ?? ""}
            autosize
            minRows={1}
            maxLength={maxCharacters ?? -1}
            disabled={isReadOnly}
            // A row that the user added is the next to be filled.
            autoFocus={text === "" && index === rows.length - 1 && index > 0}
            value={text}
            onChange={(event) => change(rows.with(index, event.currentTarget.value))}
          />
          {!isReadOnly && (
            <ActionIcon
              aria-label={t("resource.form.remove", { name: rowName(index) })}
              onClick={() => change(rows.filter((_, each) => each !== index))}
            >
              <IconX size={14} aria-hidden="true" />
            </ActionIcon>
          )}
        </div>
      ))}
      {!isReadOnly && (
        <Button
          size="compact-sm"
          mt={4}
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => setRows([...rows, ""])}
        >
          {t("resource.form.addItem", { one: inSentence(one) })}
        </Button>
      )}
    </Input.Wrapper>
  );
}

function filledOf(rows: readonly string[]): string[] {
  return rows.filter((row) => row.trim() !== "");
}
