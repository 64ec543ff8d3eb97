import type { CanvasNode } from "./canvas-parts.ts";

/** The cards, each the same object as before if it looks the same, so that it does not render again. */
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
