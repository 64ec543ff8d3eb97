import type { FieldSupport } from "./field-support.ts";
import type { EditedObject } from "./page/use-edited-object.ts";
import type { ConfigProblem } from "./problems.ts";
import type { ResourceTexts } from "./resource.ts";

/** Elements in the page's header, once they are drawn. */
export interface HeaderPlaces {
  quiet: HTMLElement | null;
  main: HTMLElement | null;
}

/** Props of a resource's canvas, and of an editor of its own. They edit the same object as form and JSON. */
export interface CanvasProps {
  /** Absent while it is created. */
  entityId: string | undefined;
  object: Readonly<Record<string, unknown>>;
  onChange: (next: Record<string, unknown>) => void;
  isReadOnly: boolean;
  /** Is the object stored already? */
  isStored: boolean;
  /** Does it differ from what is stored, or published? */
  isChanged: boolean;
  /** Problems to show at the fields. */
  problems: readonly ConfigProblem[];
  /** Of the last save. */
  warnings: readonly ConfigProblem[];
  /** Undoes and redoes edits. */
  history: Pick<EditedObject, "canUndo" | "canRedo" | "undo" | "redo">;
  /** Places in the page's header for what the canvas knows: its problems, and how to start. */
  header: HeaderPlaces;
  texts: Pick<ResourceTexts, "fields" | "values">;
  support: FieldSupport;
}
