import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import { memo } from "react";
import classes from "./canvas.module.css";
import type { CanvasNode } from "./canvas-parts.ts";

export type CardNode = Node<{ card: CanvasNode }, "card">;

/** A card. It renders again only if its content changes, so that others can be dragged smoothly. */
export const NodeCard = memo(function NodeCard({ data: { card }, isConnectable }: NodeProps<CardNode>) {
  const { icon: Icon, title, text, chips, canLeave, hasProblem, state } = card;
  return (
    <div className={classes.card} data-state={state} data-problem={hasProblem || undefined}>
      <Handle type="target" position={Position.Top} isConnectable={isConnectable} />
      <div className={classes.title}>
        <Icon size={15} aria-hidden="true" />
        <span>{title}</span>
      </div>
      {text !== "" && <div className={classes.text}>{text}</div>}
      {chips.length > 0 && (
        <div className={classes.chips}>
          {chips.map((chip) => (
            <span key={chip.text} data-kind={chip.kind}>
              {chip.text}
            </span>
          ))}
        </div>
      )}
      {canLeave && <Handle type="source" position={Position.Bottom} isConnectable={isConnectable} />}
    </div>
  );
}, hasSameLook);

function hasSameLook(before: NodeProps<CardNode>, after: NodeProps<CardNode>): boolean {
  return before.data.card === after.data.card && before.isConnectable === after.isConnectable;
}
