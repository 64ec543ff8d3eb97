import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useForm } from "../form-context.ts";

interface PropertyNameProps {
  /** Label of the object that holds the property, for example "Parameters". */
  of: string;
  /** From 1. */
  place: number;
  name: string;
  /** Names of the other fields. */
  taken: readonly string[];
  onRename: (name: string) => void;
}

/** The name of a field. It is written as soon as it is not empty and no other field has it. */
export function PropertyName({ of, place, name, taken, onRename }: PropertyNameProps) {
  const { t } = useTranslation();
  const { isReadOnly } = useForm();
  const [text, setText] = useState(name);
  const [seen, setSeen] = useState(name);
  if (seen !== name) {
    // This input or another editor changed the name.
    setSeen(name);
    setText(name);
  }
  const problem =
    text === "" ? t("resource.schema.nameEmpty") : taken.includes(text) ? t("resource.schema.nameTaken") : undefined;
  return (
    <TextInput
      aria-label={t("resource.schema.nameOf", { of, place: String(place) })}
      placeholder={t("resource.name")}
      error={problem}
      spellCheck={false}
      disabled={isReadOnly}
      value={text}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        if (next !== "" && !taken.includes(next)) {
          setSeen(next);
          onRename(next);
        }
      }}
      // An invalid name is not written, so it must not stay visible.
      onBlur={() => setText(name)}
    />
  );
}
