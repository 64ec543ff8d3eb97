import { autocompletion } from "@codemirror/autocomplete";
import { json, jsonLanguage } from "@codemirror/lang-json";
import { forceLinting, linter } from "@codemirror/lint";
import { EditorView } from "@codemirror/view";
import CodeMirror, { type ReactCodeMirrorRef } from "@uiw/react-codemirror";
import { useEffect, useMemo, useRef } from "react";
import type { JsonSchema } from "../form/json-schema.ts";
import type { ConfigProblem } from "../problems.ts";
import { jsonCompletion } from "./json-completion.ts";
import classes from "./json-editor.module.css";
import { jsonEditorTheme } from "./json-editor-theme.ts";
import { problemLint } from "./problem-lint.ts";

interface JsonEditorProps {
  /** Accessible name. */
  label: string;
  text: string;
  onChange: (text: string) => void;
  /** Default: any JSON. */
  schema?: JsonSchema;
  /** Resolves references of `schema`. Default: `schema` itself. */
  root?: JsonSchema;
  /** Underlined in their places. */
  problems?: readonly ConfigProblem[];
  isReadOnly?: boolean;
}

const NO_PROBLEMS: readonly ConfigProblem[] = [];
const ANYTHING: JsonSchema = {};

/** A JSON editor with completion and linting. Tab moves the focus out, as in any field. */
export function JsonEditor({ label, text, onChange, schema = ANYTHING, root = schema, ...options }: JsonEditorProps) {
  const { problems = NO_PROBLEMS, isReadOnly = false } = options;
  const editor = useRef<ReactCodeMirrorRef>(null);
  const shown = useRef(problems);
  useEffect(() => {
    shown.current = problems;
    if (editor.current?.view) forceLinting(editor.current.view);
  }, [problems]);
  const extensions = useMemo(
    () => [
      json(),
      jsonLanguage.data.of({ autocomplete: jsonCompletion(schema, root) }),
      autocompletion({ icons: false }),
      ...jsonEditorTheme,
      linter(problemLint(() => shown.current)),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": label }),
    ],
    [label, schema, root],
  );
  return (
    <CodeMirror
      ref={editor}
      className={classes.code ?? ""}
      value={text}
      theme="none"
      extensions={extensions}
      onChange={onChange}
      readOnly={isReadOnly}
      basicSetup={{ highlightActiveLine: false, autocompletion: false, tabSize: 2 }}
      indentWithTab={false}
    />
  );
}
