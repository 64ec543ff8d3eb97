import { Text } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { jsonSchemaOf } from "../form/json-schema.ts";
import type { ConfigProblem } from "../problems.ts";
import { JsonEditor } from "./JsonEditor.tsx";
import classes from "./json-tab.module.css";
import { readJsonObject, saysTheSame, writeJson } from "./json-text.ts";

interface JsonTabProps {
  /** Of the editor, for a screen reader. */
  label: string;
  hint: string;
  /** What it completes. Absent: the object is not one of the contract's. */
  schema?: z.ZodType | undefined;
  value: object;
  /** Called with every object the text becomes. Absent: it is only read. */
  onChange?: ((value: Record<string, unknown>) => void) | undefined;
  problems: readonly ConfigProblem[];
}

/** A whole object as JSON. What the contract does not know stays; what it refuses is underlined, and listed above the text. */
export function JsonTab({ label, hint, schema, value, onChange, problems }: JsonTabProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(() => writeJson(value));
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    // The object changed: by this text, which then says the same, or from elsewhere (discarded, restored).
    setSeen(value);
    if (!saysTheSame(text, value)) setText(writeJson(value));
  }
  const read = useMemo(() => readJsonObject(text), [text]);
  const change = (next: string) => {
    setText(next);
    const parsed = readJsonObject(next);
    if (parsed.ok) onChange?.(parsed.value);
  };
  return (
    <div className={classes.tab}>
      <Text c="dimmed">{hint}</Text>
      <div role="status" className={classes.problems}>
        {!read.ok && (
          <p>{read.reason === "not-json" ? t("resource.json.invalid", { reason: read.detail }) : t("resource.json.notObject")}</p>
        )}
        {read.ok &&
          problems.map(({ path, message }) => (
            <p key={`${path} ${message}`}>
              <span className="mono">{path || t("editor.wholeObject")}</span> {message}
            </p>
          ))}
      </div>
      <JsonEditor
        label={label}
        text={text}
        onChange={change}
        {...(schema ? { schema: jsonSchemaOf(schema) } : {})}
        problems={problems}
        isReadOnly={!onChange}
      />
    </div>
  );
}
