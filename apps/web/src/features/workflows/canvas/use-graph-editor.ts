import type { WorkflowEdge, WorkflowNode } from "@callwright/contract";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { CARD_WIDTH, type CanvasNode, cardHeight, type Point } from "../../../kit/canvas/canvas-parts.ts";
import { freePlace, layoutCards } from "../../../kit/canvas/layout.ts";
import type { Running } from "../../../kit/canvas/running.ts";
import type { Selected } from "../../../kit/canvas/use-card-nodes.ts";
import { useDrawing, useSelection } from "../../../kit/canvas/use-drawing.ts";
import type { ConfigProblem } from "../../../resource/problems.ts";
import { type DrawOptions, drawGraph, edgeId } from "../graph/drawn-graph.ts";
import {
  addEdge,
  addNode,
  copyParts,
  freeName,
  type Graph,
  moveNodes,
  pasteParts,
  removeParts,
  replaceNode,
  withPlace,
} from "../graph/edit-graph.ts";
import { identifyNodes, NO_NODES } from "../graph/node-ids.ts";
import { makeNode, type NodeKind } from "../graph/node-kinds.ts";

interface GraphEditorOptions extends Pick<DrawOptions, "shared" | "toolNames"> {
  graph: Graph;
  /** Problems and warnings, which the canvas marks. */
  marked: readonly ConfigProblem[];
  running: Running | undefined;
  onChange: (next: Graph) => void;
}

/** The selection of a graph, and its edits by the ids of the canvas. */
export function useGraphEditor({ graph, shared, toolNames, marked, running, onChange }: GraphEditorOptions) {
  const { t } = useTranslation();
  const { show, ...selection } = useSelection();
  const known = useIdentifiedNodes(graph.nodes);
  const { ids } = known;
  const { nodes, edges } = graph;
  const drawn = useDrawing(
    useMemo(
      () => drawGraph({ graph: { nodes, edges }, shared, toolNames, ids, problems: marked, running, t }),
      [nodes, edges, shared, toolNames, ids, marked, running, t],
    ),
  );
  const idOf = (name: string) => ids[graph.nodes.findIndex((node) => node.name === name)];
  const indexesIn = (chosen: Selected) => ({
    nodes: new Set(ids.flatMap((id, index) => (chosen.has(id) ? [index] : []))),
    edges: new Set(graph.edges.flatMap((_, index) => (chosen.has(edgeId(index)) ? [index] : []))),
  });
  const placeAt = (index: number): Point | undefined => drawn.nodes[index]?.position;
  const chosen = indexesIn(selection.selected);
  return {
    graph,
    drawing: drawn,
    ...selection,
    /** Indexes of the selected nodes and edges. */
    chosen,
    /** Moves a node into view without selecting it. */
    follow: (name: string) => {
      const id = idOf(name);
      if (id !== undefined) show(id);
    },
    /** The name of the node or the ends of the edge at a dotted path. */
    nameOf: (path: string): string | undefined => {
      const [list, step] = path.split(".");
      const edge = graph.edges[Number(step)];
      if (list === "edges" && edge) return `${edge.from} → ${edge.to}`;
      return list === "nodes" ? graph.nodes[Number(step)]?.name : undefined;
    },
    /** Selects the node or edge at a dotted path; false if the path leads to neither. */
    selectPath: (path: string): boolean => {
      const [list, step] = path.split(".");
      const id = list === "nodes" ? ids[Number(step)] : list === "edges" && step !== undefined ? edgeId(Number(step)) : undefined;
      if (id !== undefined) selection.find(id);
      return id !== undefined;
    },
    /** Adds a node after the selected one, or after another, where there is room, or at a place. */
    add: (kind: NodeKind, label: string, at: { after?: string; place?: Point | undefined } = {}) => {
      const [chosenIndex, ...others] = chosen.nodes;
      const near = at.after !== undefined ? ids.indexOf(at.after) : others.length > 0 ? undefined : chosenIndex;
      const before = near === undefined ? undefined : graph.nodes[near];
      const after = before && before.type !== "hangup" && kind !== "global" ? before.name : undefined;
      const node = makeNode(kind, freeName(label, graph.nodes));
      const taken = drawn.nodes.map((card) => ({ ...card.position, width: CARD_WIDTH, height: cardHeight(card) }));
      const place = at.place ?? freePlace(taken, near === undefined ? undefined : taken[near]);
      const next = addNode(placed(graph, drawn.nodes), withPlace(node, place), after);
      onChange(next);
      selection.find(identifyNodes(known, next.nodes).ids.at(-1) ?? "");
    },
    replace: (index: number, next: WorkflowNode) => onChange(replaceNode(graph, index, next)),
    replaceEdge: (index: number, next: WorkflowEdge) => onChange({ ...graph, edges: graph.edges.with(index, next) }),
    move: (places: ReadonlyMap<string, Point>) => {
      const isNew = ids.some((id, index) => {
        const [to, from] = [places.get(id), placeAt(index)];
        return to && from && (Math.round(to.x) !== Math.round(from.x) || Math.round(to.y) !== Math.round(from.y));
      });
      if (!isNew) return;
      // The positions of the other nodes are stored with it: otherwise, the layout would move them later.
      onChange(moveNodes(placed(graph, drawn.nodes), byIndex(ids, places)));
    },
    /** Id of the first node with this name. */
    idOf,
    /** Connects two nodes, by id. */
    connect: (from: string, to: string) => {
      const [source, target] = [graph.nodes[ids.indexOf(from)], graph.nodes[ids.indexOf(to)]];
      if (!source || !target) return;
      onChange(addEdge(graph, source.name, target.name));
      selection.select(new Set([edgeId(graph.edges.length)]));
    },
    remove: (removed: Selected) => {
      const { nodes, edges } = indexesIn(removed);
      onChange(removeParts(graph, nodes, edges));
      selection.clear();
    },
    layout: () => onChange(moveNodes(graph, byIndex(ids, layoutCards(drawn.nodes, drawn.edges)))),
    copy: (): Graph => copyParts(placed(graph, drawn.nodes), chosen.nodes),
    paste: (parts: Graph) => {
      const next = pasteParts(graph, parts);
      onChange(next);
      selection.select(new Set(identifyNodes(known, next.nodes).ids.slice(graph.nodes.length)));
    },
  };
}

export type GraphEditor = ReturnType<typeof useGraphEditor>;

/** The ids of the nodes stay the same while nodes are renamed. */
function useIdentifiedNodes(nodes: Graph["nodes"]) {
  const [seen, setSeen] = useState(NO_NODES);
  if (seen.nodes === nodes) return seen;
  const known = identifyNodes(seen, nodes);
  setSeen(known);
  return known;
}

/** The graph with the places that nodes have on the canvas. */
function placed(graph: Graph, cards: readonly CanvasNode[]): Graph {
  return moveNodes(graph, new Map(cards.map(({ position }, index) => [index, position])));
}

function byIndex(ids: readonly string[], places: ReadonlyMap<string, Point>): ReadonlyMap<number, Point> {
  return new Map(
    ids.flatMap((id, index): [number, Point][] => {
      const place = places.get(id);
      return place ? [[index, place]] : [];
    }),
  );
}
