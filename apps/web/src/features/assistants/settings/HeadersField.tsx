import { isSameValue } from "@callwright/contract";
import { ActionIcon, Button, Input, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./assistant-tab.module.css";
import { type EditorFields, fieldProps } from "./editor-fields.ts";

interface HeaderRow {
  key: number;
  name: string;
  value: string;
}

/** HTTP headers of requests to a custom model server. Rows without a name are dropped. */
export function HeadersField(fields: EditorFields) {
  const { t } = useTranslation();
  const [rows, setRows] = useState(() => toRows(fields.config.model?.headers ?? {}));
  const { error, name } = fieldProps(fields, "model.headers");
  const headers = fields.config.model?.headers;
  const [seen, setSeen] = useState(headers);
  if (seen !== headers) {
    // The headers changed through these rows, which are then up to date, or in another tab.
    setSeen(headers);
    if (!isSameValue(toHeaders(rows), headers ?? {})) setRows(toRows(headers ?? {}));
  }
  const change = (next: HeaderRow[]) => {
    setRows(next);
    const written = toHeaders(next);
    fields.edit((current) => {
      if (!current.model) return current;
      const { headers: _, ...model } = current.model;
      return { ...current, model: Object.keys(written).length > 0 ? { ...model, headers: written } : model };
    });
  };
  const changeRow = (key: number, part: Partial<HeaderRow>) =>
    change(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const nextKey = Math.max(-1, ...rows.map(({ key }) => key)) + 1;

  return (
    <Input.Wrapper label={t("editor.headers")} description={t("editor.headersHint")} error={error} labelElement="div">
      {rows.map((row, index) => (
        <div key={row.key} className={classes.header}>
          <TextInput
            {...(index === 0 ? { name } : {})}
            aria-label={t("editor.headerName", { index: String(index + 1) })}
            value={row.name}
            onChange={(event) => changeRow(row.key, { name: event.currentTarget.value })}
          />
          <TextInput
            aria-label={t("editor.headerValue", { index: String(index + 1) })}
            autoComplete="off"
            value={row.value}
            onChange={(event) => changeRow(row.key, { value: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={t("editor.removeHeader", { name: row.name || String(index + 1) })}
            onClick={() => change(rows.filter(({ key }) => key !== row.key))}
          >
            <IconX size={14} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      <Button size="compact-sm" mt={4} onClick={() => setRows([...rows, { key: nextKey, name: "", value: "" }])}>
        {t("editor.addHeader")}
      </Button>
    </Input.Wrapper>
  );
}

function toHeaders(rows: readonly HeaderRow[]): Record<string, string> {
  return Object.fromEntries(rows.filter((row) => row.name !== "").map((row) => [row.name, row.value]));
}

function toRows(headers: Record<string, string>): HeaderRow[] {
  return Object.entries(headers).map(([name, value], key) => ({ key, name, value }));
}
