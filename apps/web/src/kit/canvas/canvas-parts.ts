import type { Icon } from "@tabler/icons-react";

export interface Point {
  x: number;
  y: number;
}

/** How a part took part in a conversation. */
export type RunState = "running" | "passed";

/** A short fact on a node. */
export interface CanvasChip {
  text: string;
  kind?: "plain" | "accent" | "warn";
}

/** A card on a canvas. */
export interface CanvasNode {
  id: string;
  icon: Icon;
  title: string;
  text: string;
  chips: readonly CanvasChip[];
  position: Point;
  /** Accessible name: kind and title. */
  label: string;
  /** Whether edges can leave it. */
  canLeave: boolean;
  hasProblem: boolean;
  state?: RunState | undefined;
}

/** An arrow between two cards. */
export interface CanvasEdge {
  id: string;
  from: string;
  to: string;
  /** Its label. */
  text: string;
  /** Accessible name. */
  label: string;
  hasProblem: boolean;
  state?: RunState | undefined;
}

/** What a canvas shows. */
export interface Drawing {
  nodes: CanvasNode[];
  edges: CanvasEdge[];
}

/** The size of a card, for the layout. The height is an estimate from its content. In pixels. */
export const CARD_WIDTH = 220;
export function cardHeight({ text, chips }: Pick<CanvasNode, "text" | "chips">): number {
  return 44 + (text === "" ? 0 : text.length > 32 ? 40 : 22) + (chips.length > 0 ? 28 : 0);
}
