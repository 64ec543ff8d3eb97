import { json, jsonParseLinter } from "@codemirror/lang-json";
import { linter } from "@codemirror/lint";
import { EditorView } from "@codemirror/view";
import { Text } from "@mantine/core";
import CodeMirror from "@uiw/react-codemirror";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { EditorFields } from "./editor-fields.ts";
import { jsonEditorTheme } from "./json-editor-theme.ts";
import classes from "./json-tab.module.css";
import { readJsonObject, saysTheSame, writeJson } from "./json-text.ts";

/** The whole assistant as JSON. What the contract does not know stays; what it refuses is listed below the text. */
export function JsonTab({ config, edit, problems }: EditorFields) {
  const { t } = useTranslation();
  const [text, setText] = useState(() => writeJson(config));
  const [seen, setSeen] = useState(config);
  if (seen !== config) {
    // The draft changed: by this text, which then says the same, or from elsewhere (discarded, restored).
    setSeen(config);
    if (!saysTheSame(text, config)) setText(writeJson(config));
  }
  const read = useMemo(() => readJsonObject(text), [text]);
  const extensions = useMemo(
    () => [
      json(),
      ...jsonEditorTheme,
      linter(jsonParseLinter()),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": t("editor.jsonLabel") }),
    ],
    [t],
  );
  const change = (next: string) => {
    setText(next);
    const parsed = readJsonObject(next);
    if (parsed.ok) edit(() => parsed.value);
  };
  return (
    <div className={classes.tab}>
      <Text c="dimmed">{t("editor.jsonHint")}</Text>
      <div role="status" className={classes.problems}>
        {!read.ok && (
          <p>{read.reason === "not-json" ? t("editor.jsonInvalid", { reason: read.detail }) : t("editor.jsonNotObject")}</p>
        )}
        {read.ok &&
          problems.map(({ path, message }) => (
            <p key={`${path} ${message}`}>
              <span className="mono">{path || t("editor.wholeObject")}</span> {message}
            </p>
          ))}
      </div>
      <CodeMirror
        className={classes.code ?? ""}
        value={text}
        theme="none"
        extensions={extensions}
        onChange={change}
        basicSetup={{ highlightActiveLine: false, autocompletion: false, tabSize: 2 }}
        indentWithTab={false}
      />
    </div>
  );
}
