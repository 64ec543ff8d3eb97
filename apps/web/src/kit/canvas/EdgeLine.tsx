import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from "@xyflow/react";
import { memo, use } from "react";
import classes from "./canvas.module.css";
import type { CanvasEdge } from "./canvas-parts.ts";
import { PickContext } from "./pick-context.ts";

/** `shift`: pixels that the text is moved down, so that edges between the same two cards have texts side by side. */
export type LineEdge = Edge<{ line: CanvasEdge; shift: number }, "line">;

type Ends = Pick<EdgeProps, "sourceX" | "sourceY" | "targetX" | "targetY" | "sourcePosition" | "targetPosition">;

/** How far an arrow back goes to the side, and below and above its cards. In pixels. */
const ASIDE = 150;
const BEYOND = 60;

/** Does it lead to a card further up, or to the card it comes from? */
const isBack = ({ sourceY, targetY }: Ends) => targetY < sourceY;

/** A line around the cards. It does not cover the arrows that lead down. */
function backPath({ sourceX, sourceY, targetX, targetY }: Ends): [path: string, x: number, y: number] {
  const x = Math.max(sourceX, targetX) + ASIDE;
  const y = (sourceY + targetY) / 2;
  const path = `M${sourceX},${sourceY} C${sourceX},${sourceY + BEYOND} ${x},${sourceY + BEYOND} ${x},${y} C${x},${targetY - BEYOND} ${targetX},${targetY - BEYOND} ${targetX},${targetY}`;
  return [path, x, y];
}

/** An arrow with its text. A click on the text selects the arrow. */
export const EdgeLine = memo(function EdgeLine({ id, data, selected, markerEnd, ...ends }: EdgeProps<LineEdge>) {
  const pick = use(PickContext);
  const [path, x, y] = isBack(ends) ? backPath(ends) : getBezierPath(ends);
  if (!data) return null;
  const { line, shift } = data;
  return (
    <>
      <BaseEdge id={id} path={path} interactionWidth={18} {...(markerEnd === undefined ? {} : { markerEnd })} />
      {line.text !== "" && (
        <EdgeLabelRenderer>
          {/* Hidden: the arrow itself has the keyboard's focus and the accessible name. */}
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
