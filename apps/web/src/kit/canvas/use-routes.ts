import { useMemo, useRef } from "react";
import { CARD_WIDTH, type CanvasEdge, cardHeight } from "./canvas-parts.ts";
import type { CardNode } from "./NodeCard.tsx";
import { type Box, type EdgeRoute, routeEdges } from "./route-edges.ts";

/** Up to this many arrows are routed again in every frame of a drag; of more, those of the dragged cards. */
const MOST_IN_DRAG = 60;

/** The arrows' routes around the cards. They are the same object until a card or an arrow changes its place. */
export function useRoutes(cards: readonly CardNode[], edges: readonly CanvasEdge[]): ReadonlyMap<string, EdgeRoute> {
  const boxes = useMemo(() => new Map(cards.map((card): [string, Box] => [card.id, boxOfCard(card)])), [cards]);
  const ways = useMemo(() => edges.map(({ id, from, to, text }) => `${id} ${from} ${to} ${text}`).join("\n"), [edges]);
  const last = useRef<{ key: string; routes: ReadonlyMap<string, EdgeRoute> }>(undefined);
  return useMemo(() => {
    const places = [...boxes].map(([id, { x, y, height }]) => `${id} ${x} ${y} ${height}`).join("\n");
    const key = `${places}\n\n${ways}`;
    if (last.current?.key === key) return last.current.routes;
    const dragged = new Set(cards.flatMap(({ id, dragging }) => (dragging ? [id] : [])));
    const isKept = ({ from, to }: CanvasEdge) => dragged.size > 0 && !dragged.has(from) && !dragged.has(to);
    const kept = new Map<string, EdgeRoute>();
    for (const edge of edges.length > MOST_IN_DRAG ? edges : []) {
      const route = last.current?.routes.get(edge.id);
      if (route && isKept(edge)) kept.set(edge.id, route);
    }
    const routes = routeEdges(boxes, edges, kept);
    last.current = { key, routes };
    return routes;
  }, [boxes, cards, edges, ways]);
}

/** The place of a card, with its size once it is drawn. */
function boxOfCard({ position, measured, data }: CardNode): Box {
  return { ...position, width: CARD_WIDTH, height: measured?.height ?? cardHeight(data.card) };
}
