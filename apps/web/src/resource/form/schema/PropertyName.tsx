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

/** The name of a field. It is kept as soon as it is one that no other field has. */
export function PropertyName({ of, place, name, taken, onRename }: PropertyNameProps) {
  const { t } = useTranslation();
  const { isReadOnly } = useForm();
  const [text, setText] = useState(name);
  const [seen, setSeen] = useState(name);
  if (seen !== name) {
    // By this input, and then it says the same, or from elsewhere.
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
      // A name that cannot be kept does not stay there as if it were.
      onBlur={() => setText(name)}
    />
  );
}
