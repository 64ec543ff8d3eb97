import { autocompletion } from "@codemirror/autocomplete";
import { json, jsonLanguage, jsonParseLinter } from "@codemirror/lang-json";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, forceLinting, type LintSource, linter } from "@codemirror/lint";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import CodeMirror, { type ReactCodeMirrorRef } from "@uiw/react-codemirror";
import { useEffect, useMemo, useRef } from "react";
import type { JsonSchema } from "../form/json-schema.ts";
import type { ConfigProblem } from "../problems.ts";
import { jsonCompletion } from "./json-completion.ts";
import classes from "./json-editor.module.css";
import { nodeAt } from "./json-position.ts";

interface JsonEditorProps {
  /** Accessible name. */
  label: string;
  text: string;
  onChange: (text: string) => void;
  /** Default: any JSON. */
  schema?: JsonSchema;
  /** Resolves references of `schema`. Default: `schema` itself. */
  root?: JsonSchema;
  /** Problems that are underlined in the text. */
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

const look = EditorView.theme({
  "&": { backgroundColor: "var(--cw-panel)", color: "var(--cw-text)" },
  "&.cm-focused": { outline: "none" },
  ".cm-content": { fontFamily: "var(--cw-font-mono)", caretColor: "var(--cw-text)" },
  ".cm-cursor": { borderLeftColor: "var(--cw-text)" },
  ".cm-gutters": { backgroundColor: "var(--cw-panel)", color: "var(--cw-dim)", borderRight: "1px solid var(--cw-line)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--cw-sunk)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--cw-accent-soft)",
  },
  ".cm-tooltip, .cm-panels": {
    backgroundColor: "var(--cw-panel)",
    color: "var(--cw-text)",
    borderColor: "var(--cw-line-strong)",
  },
});

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--cw-text)" },
  { tag: tags.string, color: "var(--cw-accent-text)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--cw-warn)" },
  { tag: [tags.separator, tags.punctuation], color: "var(--cw-dim)" },
]);

/** The JSON editor in the dashboard's colors, light and dark. */
const jsonEditorTheme = [look, syntaxHighlighting(colors)];

const parse = jsonParseLinter();

/** Underlines JSON syntax errors, then violations of the contract. An empty text has no syntax errors: the field has no value. */
export function problemLint(problems: () => readonly ConfigProblem[]): LintSource {
  return (view) => {
    const isEmpty = view.state.doc.toString().trim() === "";
    const unread = isEmpty ? [] : parse(view);
    if (unread.length > 0) return unread;
    return problems().map(({ path, message }): Diagnostic => {
      const node = nodeAt(view.state, path === "" ? [] : path.split("."));
      const from = node?.from ?? 0;
      // Underline only the first line of an object. A fully underlined page is unreadable.
      const to = node?.firstChild ? from + 1 : (node?.to ?? from);
      return { from, to, message, severity: "error" };
    });
  };
}
