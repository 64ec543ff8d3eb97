import { useMemo, useRef, useState } from "react";
import type { CanvasNode, Drawing } from "./canvas-parts.ts";
import type { Selected } from "./use-card-nodes.ts";

/** The content of a canvas. Unchanged cards keep their identity. */
export function useDrawing(drawing: Drawing): Drawing {
  const last = useRef<readonly CanvasNode[]>([]);
  return useMemo(() => {
    const nodes = reuseCards(last.current, drawing.nodes);
    last.current = nodes;
    return { ...drawing, nodes };
  }, [drawing]);
}

/** The new cards. An unchanged card keeps its identity, so that React does not render it again. */
function reuseCards(before: readonly CanvasNode[], after: readonly CanvasNode[]): CanvasNode[] {
  const known = new Map(before.map((card) => [card.id, card]));
  return after.map((card) => {
    const last = known.get(card.id);
    return last && last.icon === card.icon && lookOf(last) === lookOf(card) ? last : card;
  });
}

function lookOf({ icon: _, ...rest }: CanvasNode): string {
  return JSON.stringify(rest);
}

const NOTHING: Selected = new Set();

/** The selection of a canvas, and the card that it moves into view. */
export function useSelection() {
  const [selected, select] = useState<Selected>(NOTHING);
  const [focus, setFocus] = useState<{ id: string }>();
  return {
    selected,
    focus,
    select,
    clear: () => select(NOTHING),
    find: (id: string) => {
      select(new Set([id]));
      setFocus({ id });
    },
    /** Moves a card into view without selecting it. */
    show: (id: string) => setFocus({ id }),
  };
}
