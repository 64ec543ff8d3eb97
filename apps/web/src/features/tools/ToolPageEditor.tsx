import type { CreateTool } from "@callwright/contract";
import type { CanvasProps } from "../../resource/canvas-props.ts";
import { SchemaField } from "../../resource/form/Field.tsx";
import { ToolEditor } from "./editor/ToolEditor.tsx";
import { Used } from "./test/EarlierRuns.tsx";
import { TestPane } from "./test/TestPane.tsx";
import classes from "./tool-page.module.css";

/** Loads the editor of parameters, so that nothing below it moves. */
export async function loadParameters(): Promise<void> {
  await SchemaField.load();
}

/** A tool on its page: the editor, and beside it the test. */
export function ToolPageEditor({ entityId, object, onChange, isChanged, ...form }: CanvasProps) {
  return (
    <div className={classes.page}>
      <div className={classes.columns}>
        <ToolEditor
          tool={object}
          onChange={(next) => onChange({ ...next })}
          used={entityId === undefined ? undefined : <Used toolId={entityId} />}
          {...form}
        />
        <div className={classes.side}>
          <TestPane toolId={entityId} tool={object as CreateTool} isChanged={isChanged} />
        </div>
      </div>
    </div>
  );
}
