import { applyNodeChanges, type EdgeChange, type NodeChange } from "@xyflow/react";
import { useState } from "react";
import type { CanvasNode } from "./canvas-parts.ts";
import type { CardNode } from "./NodeCard.tsx";

/** Ids of the selected nodes and edges. */
export type Selected = ReadonlySet<string>;

/**
 * The cards as the canvas draws them. While cards are dragged, their places are only here: the edited object is not written and checked in
 * every frame.
 */
export function useCardNodes(nodes: readonly CanvasNode[], selected: Selected) {
  const [cards, setCards] = useState<CardNode[]>(() => drawn([], nodes, selected));
  const [seen, setSeen] = useState({ nodes, selected });
  if (seen.nodes !== nodes || seen.selected !== selected) {
    setSeen({ nodes, selected });
    setCards((before) => drawn(before, nodes, selected));
  }
  /** The removed nodes disappear from `nodes` afterwards. */
  const apply = (changes: NodeChange<CardNode>[]) =>
    setCards((before) =>
      applyNodeChanges(
        changes.filter(({ type }) => type !== "remove"),
        before,
      ),
    );
  return { cards, apply };
}

function drawn(before: readonly CardNode[], nodes: readonly CanvasNode[], selected: Selected): CardNode[] {
  const known = new Map(before.map((card) => [card.id, card]));
  return nodes.map((card): CardNode => {
    const last = known.get(card.id);
    const isSelected = selected.has(card.id);
    if (last?.data.card === card && last.selected === isSelected) return last;
    return {
      ...last,
      id: card.id,
      type: "card",
      position: card.position,
      data: last?.data.card === card ? last.data : { card },
      selected: isSelected,
      ariaLabel: card.label,
    };
  });
}

/** The selection after a click or a key of the canvas. */
export function withSelectChanges(before: Selected, changes: readonly (NodeChange<CardNode> | EdgeChange)[]): Selected {
  const selects = changes.filter((change) => change.type === "select");
  if (selects.every(({ id, selected }) => before.has(id) === selected)) return before;
  const after = new Set(before);
  for (const { id, selected } of selects) {
    if (selected) after.add(id);
    else after.delete(id);
  }
  return after;
}
