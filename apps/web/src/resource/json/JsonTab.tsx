import { inTodaysNames } from "@callwright/contract";
import { Text } from "@mantine/core";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { jsonSchemaOf } from "../form/json-schema.ts";
import type { ConfigProblem } from "../problems.ts";
import { JsonEditor } from "./JsonEditor.tsx";
import classes from "./json-tab.module.css";
import { readJsonObject, writeJson } from "./json-text.ts";

interface JsonTabProps {
  /** Accessible name of the editor. */
  label: string;
  hint: string;
  /** The schema for completion. Absent: the object is not in the contract. */
  schema?: z.ZodType | undefined;
  value: object;
  /** Called whenever the text is a valid object. `base`: the value that the text was made from. Absent: read only. */
  onChange?: ((value: Record<string, unknown>, base: object) => void) | undefined;
  problems: readonly ConfigProblem[];
}

/**
 * The object with current field names, as the server stores it: otherwise, the server's answer would look like a change of another tab. An object
 * with a refused field stays unchanged, so that the server refuses it.
 */
function inTodaysForm(written: Record<string, unknown>, schema: z.ZodType | undefined): Record<string, unknown> {
  if (!schema) return written;
  const { value, problems } = inTodaysNames(schema, written);
  return problems.length > 0 ? written : (value as Record<string, unknown>);
}

/** A whole object as JSON. Unknown fields are kept, and fields of older clients are read; problems are underlined and listed above the text. */
export function JsonTab({ label, hint, schema, value, onChange, problems }: JsonTabProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(() => writeJson(value));
  const read = useMemo(() => readJsonObject(text), [text]);
  const [seen, setSeen] = useState(value);
  // A text that is not an object yet stays unchanged: it is an unsaved edit of `seen`.
  if (seen !== value && read.ok) {
    // The object changed: through this text, which is then up to date, or from outside (discarded, restored, another tab).
    setSeen(value);
    // A text with the same content keeps its formatting.
    if (JSON.stringify(inTodaysForm(read.value, schema)) !== JSON.stringify(value)) setText(writeJson(value));
  }
  const base = useRef(value);
  useEffect(() => {
    base.current = seen;
  }, [seen]);
  const change = (next: string) => {
    setText(next);
    const parsed = readJsonObject(next);
    if (!parsed.ok) return;
    const written = inTodaysForm(parsed.value, schema);
    onChange?.(written, base.current);
    base.current = written;
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
