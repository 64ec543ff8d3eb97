import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

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
export const jsonEditorTheme = [look, syntaxHighlighting(colors)];
