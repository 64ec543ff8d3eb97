import dagre from "@dagrejs/dagre";
import { CARD_WIDTH, type CanvasNode, cardHeight, type Point } from "./canvas-parts.ts";
import type { Box } from "./route-edges.ts";

type Card = Pick<CanvasNode, "id" | "text" | "chips">;

/** Between two rows there is room for the text on an edge. In pixels. */
const ROW_GAP = 64;
const COLUMN_GAP = 56;
const GRID = 10;
/** A new card has two lines of text and facts. */
const NEW_HEIGHT = 108;
/** Space for the label of an arrow, so that no card is on an arrow that passes its row. */
const LABEL = { width: 120, height: 24, labelpos: "c" };

/** Top left corners of cards in rows: each below the cards that lead to it. Deterministic. */
export function layoutCards(cards: readonly Card[], edges: readonly { from: string; to: string }[]): ReadonlyMap<string, Point> {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: "TB", ranksep: ROW_GAP, nodesep: COLUMN_GAP, marginx: 0, marginy: 0 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const card of cards) graph.setNode(card.id, { width: CARD_WIDTH, height: cardHeight(card) });
  for (const { from, to } of edges) if (graph.hasNode(from) && graph.hasNode(to)) graph.setEdge(from, to, LABEL);
  dagre.layout(graph);
  const onGrid = (value: number) => Math.round(value / GRID) * GRID;
  return new Map(
    cards.map(({ id }) => {
      const { x, y, height } = graph.node(id);
      return [id, { x: onGrid(x - CARD_WIDTH / 2), y: onGrid(y - height / 2) }];
    }),
  );
}

/** A place for a new card: below the one it belongs to, or below all, and not on another card. */
export function freePlace(taken: readonly Box[], near?: Box): Point {
  const lowest = Math.max(...taken.map(({ y, height }) => y + height));
  const first = { x: taken[0]?.x ?? 0, y: taken.length > 0 ? lowest + ROW_GAP : 0 };
  const place = near ? { x: near.x, y: near.y + near.height + ROW_GAP } : first;
  const isTaken = () =>
    taken.some(({ x, y, height }) => Math.abs(x - place.x) < CARD_WIDTH && y < place.y + NEW_HEIGHT && place.y < y + height);
  while (isTaken()) place.x += CARD_WIDTH + COLUMN_GAP;
  return place;
}
