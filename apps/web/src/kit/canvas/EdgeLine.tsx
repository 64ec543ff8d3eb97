import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from "@xyflow/react";
import { memo, use } from "react";
import classes from "./canvas.module.css";
import type { CanvasEdge } from "./canvas-parts.ts";
import { PickContext } from "./pick-context.ts";

/** `shift`: pixels that the text is moved down, so that edges between the same two cards have texts side by side. */
export type LineEdge = Edge<{ line: CanvasEdge; shift: number }, "line">;

/** An arrow with its text. A click on the text selects the arrow. */
export const EdgeLine = memo(function EdgeLine({ id, data, selected, markerEnd, ...ends }: EdgeProps<LineEdge>) {
  const pick = use(PickContext);
  const [path, x, y] = getBezierPath(ends);
  if (!data) return null;
  const { line, shift } = data;
  return (
    <>
      <BaseEdge id={id} path={path} interactionWidth={18} {...(markerEnd === undefined ? {} : { markerEnd })} />
      {line.text !== "" && (
        <EdgeLabelRenderer>
          {/* The arrow itself has the keyboard's focus and the accessible name. */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
          <div
            aria-hidden="true"
            className={`${classes.condition} nodrag nopan`}
            data-selected={selected || undefined}
            data-problem={line.hasProblem || undefined}
            data-state={line.state}
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y + shift}px)` }}
            title={line.text}
            onClick={() => pick(id)}
          >
            {line.text}
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  );
});
