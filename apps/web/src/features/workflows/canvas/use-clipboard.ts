import { useWindowEvent } from "@mantine/hooks";
import { graphOf } from "../graph/edit-graph.ts";
import type { GraphEditor } from "./use-graph-editor.ts";

/** Copies selected nodes as JSON text, and pastes them, also from another workflow. Text fields and selected text keep their own copying. */
export function useClipboard(editor: GraphEditor, isReadOnly: boolean) {
  useWindowEvent("copy", (event) => {
    if (isText(event.target) || editor.chosen.nodes.size === 0) return;
    event.clipboardData?.setData("text/plain", JSON.stringify(editor.copy()));
    event.preventDefault();
  });
  useWindowEvent("paste", (event) => {
    if (isReadOnly || isText(event.target)) return;
    const parts = partsOf(event.clipboardData?.getData("text/plain") ?? "");
    if (!parts) return;
    event.preventDefault();
    editor.paste(parts);
  });
}

function isText(target: EventTarget | null): boolean {
  const isField =
    target instanceof HTMLElement && (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));
  return isField || getSelection()?.isCollapsed === false;
}

function partsOf(text: string) {
  try {
    const value: unknown = JSON.parse(text);
    const parts = typeof value === "object" && value !== null ? graphOf(value as Record<string, unknown>) : undefined;
    return parts && parts.nodes.length > 0 ? parts : undefined;
  } catch {
    // Not copied from a canvas.
    return undefined;
  }
}
