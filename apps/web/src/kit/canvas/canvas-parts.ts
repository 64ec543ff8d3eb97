import type { Icon } from "@tabler/icons-react";

export interface Point {
  x: number;
  y: number;
}

/** How a part took part in a conversation. */
export type RunState = "running" | "passed";

/** A short fact on a node. `value` is that of a variable during a conversation. */
export interface CanvasChip {
  text: string;
  isVariable?: boolean;
  value?: string | undefined;
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
  /** It has no fixed place in the conversation. */
  isLoose?: boolean | undefined;
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

/** The size of a card, for the layout. The height is an estimate from its content: head, text of up to two lines, facts. In pixels. */
export const CARD_WIDTH = 224;
const CHARACTERS_A_LINE = 31;
export function cardHeight({ text, chips }: Pick<CanvasNode, "text" | "chips">): number {
  const lines = text === "" ? 0 : text.length > CHARACTERS_A_LINE ? 2 : 1;
  return 34 + (lines > 0 ? lines * 18 + 8 : 0) + (chips.length > 0 ? 31 : 0);
}
