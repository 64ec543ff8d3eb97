import type { FieldSupport } from "./field-support.ts";
import type { ConfigProblem } from "./problems.ts";
import type { ResourceTexts } from "./resource.ts";

/** Props of a resource's canvas, and of an editor of its own. They edit the same object as form and JSON. */
export interface CanvasProps {
  /** Absent while it is created. */
  entityId: string | undefined;
  object: Readonly<Record<string, unknown>>;
  onChange: (next: Record<string, unknown>) => void;
  isReadOnly: boolean;
  /** Is the object stored already? */
  isStored: boolean;
  /** Does it have unsaved changes? */
  isChanged: boolean;
  /** Problems to show at the fields. */
  problems: readonly ConfigProblem[];
  texts: Pick<ResourceTexts, "fields" | "values">;
  support: FieldSupport;
}
