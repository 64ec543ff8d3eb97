import { IconCircleCheck, IconPlus } from "@tabler/icons-react";
import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import { createContext, memo, use } from "react";
import { useTranslation } from "react-i18next";
import classes from "./canvas.module.css";
import type { CanvasNode } from "./canvas-parts.ts";

export type CardNode = Node<{ card: CanvasNode }, "card">;

/** Asks what follows a card: at its "+" that was pressed. Undefined: nothing can be added. */
export const AskNextContext = createContext<((after: string, at: HTMLElement) => void) | undefined>(undefined);

/** A card. It renders again only if its content changes, so that others can be dragged smoothly. */
export const NodeCard = memo(function NodeCard({ id, data: { card }, isConnectable, selected }: NodeProps<CardNode>) {
  const { t } = useTranslation();
  const askNext = use(AskNextContext);
  const { icon, title, text, chips, canLeave, hasProblem, isLoose, state } = card;
  const Icon = state === "passed" ? IconCircleCheck : icon;
  return (
    <div
      className={classes.card}
      data-state={state}
      data-problem={hasProblem || undefined}
      data-loose={isLoose || undefined}
      data-selected={selected || undefined}
    >
      <Handle
        type="target"
        className={classes.into ?? ""}
        position={Position.Top}
        isConnectable={isConnectable}
        isConnectableStart={false}
      />
      <div className={classes.title}>
        <Icon size={16} aria-hidden="true" />
        <span className={/_/.test(title) ? "mono" : undefined}>{title}</span>
      </div>
      {text !== "" && (
        <div className={classes.text}>
          {text.split(VARIABLE).map((piece, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
            <span key={index} className={piece.startsWith("{{") ? classes.variable : undefined}>
              {piece}
            </span>
          ))}
        </div>
      )}
      {chips.length > 0 && (
        <div className={classes.chips}>
          {chips.map(({ text: words, isVariable, value }) => (
            <span key={words} data-variable={isVariable || undefined} title={value}>
              {value === undefined ? words : t("canvas.value", { name: words, value })}
            </span>
          ))}
        </div>
      )}
      {canLeave && (
        <Handle type="source" className={classes.out ?? ""} position={Position.Right} isConnectable={isConnectable}>
          {isConnectable && askNext && (
            <button
              type="button"
              className={classes.plus}
              tabIndex={selected ? 0 : -1}
              aria-label={t("canvas.addAfter", { name: title })}
              onClick={(event) => {
                event.stopPropagation();
                askNext(id, event.currentTarget);
              }}
              onKeyDown={(event) => event.stopPropagation()}
            >
              <IconPlus size={14} aria-hidden="true" />
            </button>
          )}
        </Handle>
      )}
    </div>
  );
}, hasSameLook);

const VARIABLE = /(\{\{.*?\}\})/;

function hasSameLook(before: NodeProps<CardNode>, after: NodeProps<CardNode>): boolean {
  return (
    before.data.card === after.data.card && before.isConnectable === after.isConnectable && before.selected === after.selected
  );
}
