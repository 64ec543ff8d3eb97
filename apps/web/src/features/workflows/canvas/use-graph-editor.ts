import type { WorkflowEdge, WorkflowNode } from "@callwright/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CanvasNode, Point } from "../../../kit/canvas/canvas-parts.ts";
import { freePlace } from "../../../kit/canvas/layout.ts";
import { reuseCards } from "../../../kit/canvas/reuse-cards.ts";
import type { Running } from "../../../kit/canvas/running.ts";
import type { Selected } from "../../../kit/canvas/use-card-nodes.ts";
import type { ConfigProblem } from "../../../resource/problems.ts";
import { drawGraph, edgeId, layoutOf } from "../graph/drawn-graph.ts";
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

interface GraphEditorOptions {
  graph: Graph;
  /** Problems and warnings, which the canvas marks. */
  marked: readonly ConfigProblem[];
  running: Running | undefined;
  onChange: (next: Graph) => void;
}

const NOTHING: Selected = new Set();

/** The selection of a graph, and its edits by the ids of the canvas. */
export function useGraphEditor({ graph, marked, running, onChange }: GraphEditorOptions) {
  const { t } = useTranslation();
  const [selected, setSelected] = useState<Selected>(NOTHING);
  const [focus, setFocus] = useState<{ id: string }>();
  const known = useIdentifiedNodes(graph.nodes);
  const { ids } = known;
  const drawn = useDrawing({ graph, ids, problems: marked, running, t });
  const idOf = (name: string) => ids[graph.nodes.findIndex((node) => node.name === name)];
  const indexesIn = (chosen: Selected) => ({
    nodes: new Set(ids.flatMap((id, index) => (chosen.has(id) ? [index] : []))),
    edges: new Set(graph.edges.flatMap((_, index) => (chosen.has(edgeId(index)) ? [index] : []))),
  });
  const show = (id: string) => {
    setSelected(new Set([id]));
    setFocus({ id });
  };
  const placeAt = (index: number): Point | undefined => drawn.nodes[index]?.position;
  const chosen = indexesIn(selected);
  return {
    graph,
    drawing: drawn,
    selected,
    /** Indexes of the selected nodes and edges. */
    chosen,
    focus,
    select: setSelected,
    clear: () => setSelected(NOTHING),
    find: show,
    /** Moves a node into view without selecting it. */
    follow: (name: string) => {
      const id = idOf(name);
      if (id !== undefined) setFocus({ id });
    },
    /** Selects the node or edge at a dotted path; false if the path leads to neither. */
    selectPath: (path: string): boolean => {
      const [list, step] = path.split(".");
      const id = list === "nodes" ? ids[Number(step)] : list === "edges" && step !== undefined ? edgeId(Number(step)) : undefined;
      if (id !== undefined) show(id);
      return id !== undefined;
    },
    add: (kind: NodeKind, label: string, place?: Point) => {
      const [near, ...others] = chosen.nodes;
      const before = near === undefined || others.length > 0 || place ? undefined : graph.nodes[near];
      const after = before && before.type !== "hangup" && kind !== "global" ? before.name : undefined;
      const node = makeNode(kind, freeName(label, graph.nodes));
      const taken = drawn.nodes.map(({ position }) => position);
      const at = place ?? freePlace(taken, near === undefined ? undefined : placeAt(near));
      const next = addNode(placed(graph, drawn.nodes), withPlace(node, at), after);
      onChange(next);
      show(identifyNodes(known, next.nodes).ids.at(-1) ?? "");
    },
    replace: (index: number, next: WorkflowNode) => onChange(replaceNode(graph, index, next)),
    replaceEdge: (index: number, next: WorkflowEdge) => onChange({ ...graph, edges: graph.edges.with(index, next) }),
    move: (places: ReadonlyMap<string, Point>) => {
      const isNew = ids.some((id, index) => {
        const [to, from] = [places.get(id), placeAt(index)];
        return to && from && (Math.round(to.x) !== Math.round(from.x) || Math.round(to.y) !== Math.round(from.y));
      });
      if (!isNew) return;
      // The places of the others are stored with it: without them, the layout would move them later.
      onChange(moveNodes(placed(graph, drawn.nodes), byIndex(ids, places)));
    },
    /** Id of the first node with this name. */
    idOf,
    /** Connects two nodes, by id. */
    connect: (from: string, to: string) => {
      const [source, target] = [graph.nodes[ids.indexOf(from)], graph.nodes[ids.indexOf(to)]];
      if (!source || !target) return;
      onChange(addEdge(graph, source.name, target.name));
      setSelected(new Set([edgeId(graph.edges.length)]));
    },
    remove: (removed: Selected) => {
      const { nodes, edges } = indexesIn(removed);
      onChange(removeParts(graph, nodes, edges));
      setSelected(NOTHING);
    },
    layout: () => {
      onChange(moveNodes(graph, byIndex(ids, layoutOf(drawn.nodes, drawn.edges))));
    },
    copy: (): Graph => copyParts(placed(graph, drawn.nodes), chosen.nodes),
    paste: (parts: Graph) => {
      const next = pasteParts(graph, parts);
      onChange(next);
      setSelected(new Set(identifyNodes(known, next.nodes).ids.slice(graph.nodes.length)));
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

/** The drawing of a graph. It is drawn again only if something in it changed. */
function useDrawing(options: Parameters<typeof drawGraph>[0]) {
  const { graph, ids, problems, running, t } = options;
  const [seen, setSeen] = useState<{ key: readonly unknown[]; drawing: ReturnType<typeof drawGraph> }>();
  const key = [graph.nodes, graph.edges, ids, problems, running, t];
  if (seen?.key.every((each, index) => each === key[index])) return seen.drawing;
  const drawing = drawGraph(options);
  const reused = { ...drawing, nodes: reuseCards(seen?.drawing.nodes ?? [], drawing.nodes) };
  setSeen({ key, drawing: reused });
  return reused;
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
