import type { CanvasNode } from "./canvas-parts.ts";

/** The new cards. A card that looks as before stays the same object, so that React does not render it again. */
export function reuseCards(before: readonly CanvasNode[], after: readonly CanvasNode[]): CanvasNode[] {
  const known = new Map(before.map((card) => [card.id, card]));
  return after.map((card) => {
    const last = known.get(card.id);
    return last && last.icon === card.icon && lookOf(last) === lookOf(card) ? last : card;
  });
}

function lookOf({ icon: _, ...rest }: CanvasNode): string {
  return JSON.stringify(rest);
}
