import "@xyflow/react/dist/base.css";
import { useReducedMotion, useWindowEvent } from "@mantine/hooks";
import {
  Background,
  BaseEdge,
  type Connection,
  Controls,
  type Edge,
  type EdgeChange,
  EdgeLabelRenderer,
  type EdgeProps,
  getBezierPath,
  MarkerType,
  MiniMap,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStoreApi,
} from "@xyflow/react";
import { createContext, type DragEvent, memo, type ReactNode, use, useCallback, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { isSingleKey } from "../single-keys.ts";
import classes from "./canvas.module.css";
import type { CanvasEdge, CanvasNode, Point } from "./canvas-parts.ts";
import { type CardNode, NodeCard } from "./NodeCard.tsx";
import { type Selected, useCardNodes, withSelectChanges } from "./use-card-nodes.ts";

/** Selects one part of the canvas, by its id. */
const PickContext = createContext<(id: string) => void>(() => undefined);

/** `shift`: pixels that the text is moved down, so that edges between the same two cards have texts side by side. */
type LineEdge = Edge<{ line: CanvasEdge; shift: number }, "line">;

type Ends = Pick<EdgeProps, "sourceX" | "sourceY" | "targetX" | "targetY" | "sourcePosition" | "targetPosition">;

/** How far an arrow back goes to the side, and below and above its cards. In pixels. */
const ASIDE = 150;
const BEYOND = 60;

/** Whether it leads to a card further up, or back to its own card. */
const isBack = ({ sourceY, targetY }: Ends) => targetY < sourceY;

/** A line around the cards. It does not cover the arrows that lead down. */
function backPath({ sourceX, sourceY, targetX, targetY }: Ends): [path: string, x: number, y: number] {
  const x = Math.max(sourceX, targetX) + ASIDE;
  const y = (sourceY + targetY) / 2;
  const path = `M${sourceX},${sourceY} C${sourceX},${sourceY + BEYOND} ${x},${sourceY + BEYOND} ${x},${y} C${x},${targetY - BEYOND} ${targetX},${targetY - BEYOND} ${targetX},${targetY}`;
  return [path, x, y];
}

/** An arrow with its text. A click on the text selects the arrow. */
const EdgeLine = memo(function EdgeLine({ id, data, selected, markerEnd, ...ends }: EdgeProps<LineEdge>) {
  const pick = use(PickContext);
  const [path, x, y] = isBack(ends) ? backPath(ends) : getBezierPath(ends);
  if (!data) return null;
  const { line, shift } = data;
  return (
    <>
      <BaseEdge id={id} path={path} interactionWidth={18} {...(markerEnd === undefined ? {} : { markerEnd })} />
      {line.text !== "" && (
        <EdgeLabelRenderer>
          {/* Hidden, because the arrow itself has the keyboard's focus and the accessible name. */}
          <div
            aria-hidden="true"
            className={`${classes.condition} nodrag nopan`}
            data-selected={selected || undefined}
            data-problem={line.hasProblem || undefined}
            data-state={line.state}
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y + shift}px)` }}
            title={line.text}
            onClick={() => pick(id)}
          >
            {line.text}
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  );
});

/** MIME type of a drag from the palette onto a canvas. The data is the kind of the new node. */
export const DRAGGED_KIND = "application/x-callwright-node";

interface FlowCanvasProps {
  /** Accessible name. */
  label: string;
  nodes: readonly CanvasNode[];
  edges: readonly CanvasEdge[];
  /** Ids of nodes and edges. */
  selected: Selected;
  onSelect: (change: (before: Selected) => Selected) => void;
  /** The part to move into view. A new object moves again. */
  focus: { id: string } | undefined;
  isReadOnly: boolean;
  /** Cards keep the place that the layout gives them. */
  isFixed?: boolean;
  onMove?: (places: ReadonlyMap<string, Point>) => void;
  onConnect?: (from: string, to: string) => void;
  onRemove?: (ids: ReadonlySet<string>) => void;
  /** A node was clicked, or pressed with Enter, also if it is selected already. */
  onOpen?: (id: string) => void;
  /** A kind was dragged from the palette to this place. */
  onDropKind?: (kind: string, place: Point) => void;
  /** Over the canvas: a palette. */
  children?: ReactNode;
}

const NODE_TYPES = { card: NodeCard };
const EDGE_TYPES = { line: EdgeLine };
/** Leaves room for the palette at the side and the overview map below. */
const FIT = { maxZoom: 1, padding: { top: "24px", right: "32px", bottom: "24px", left: "170px" } } as const;
const DELETE_KEYS = ["Delete", "Backspace"];
const LABEL_HEIGHT = 26;
/** A card this close to the border is not in view. In pixels. */
const MARGIN = 80;

/** Cards and arrows that can be moved, connected and removed with the mouse and by keyboard. */
export function FlowCanvas(props: FlowCanvasProps) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}

function Flow({ label, nodes, edges, selected, onSelect, focus, isReadOnly, isFixed = false, children, ...on }: FlowCanvasProps) {
  const words = useCanvasWords(on.onOpen ? "open" : isReadOnly ? "read" : "edit");
  const flow = useReactFlow<CardNode, LineEdge>();
  const { cards, apply } = useCardNodes(nodes, selected);
  const lines = useMemo(() => linesOf(edges, selected), [edges, selected]);
  const pick = useCallback((id: string) => onSelect(() => new Set([id])), [onSelect]);
  useFocus(focus);
  useWindowEvent("keydown", (event) => {
    if (isReadOnly || selected.size === 0 || !DELETE_KEYS.includes(event.key)) return;
    // The focused card or edge is the target, also right after an edit elsewhere.
    const isOnPart = event.target instanceof Element && event.target.matches(".react-flow__node, .react-flow__edge");
    if (!isOnPart && !isSingleKey(event)) return;
    event.preventDefault();
    on.onRemove?.(selected);
  });
  const changeNodes = (changes: NodeChange<CardNode>[]) => {
    apply(changes);
    onSelect((before) => withSelectChanges(before, changes));
    const places = changes.flatMap((change): [string, Point][] =>
      change.type === "position" && change.dragging === false && change.position ? [[change.id, change.position]] : [],
    );
    if (places.length > 0) on.onMove?.(new Map(places));
  };
  const drop = (event: DragEvent) => {
    const kind = event.dataTransfer.getData(DRAGGED_KIND);
    if (kind === "") return;
    event.preventDefault();
    on.onDropKind?.(kind, flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }));
  };
  return (
    <PickContext value={pick}>
      <ReactFlow
        className={classes.flow ?? ""}
        aria-label={label}
        ariaLabelConfig={words}
        nodes={cards}
        edges={lines}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        onNodesChange={changeNodes}
        onEdgesChange={(changes: EdgeChange<LineEdge>[]) => onSelect((before) => withSelectChanges(before, changes))}
        onConnect={({ source, target }: Connection) => on.onConnect?.(source, target)}
        onNodeClick={(_, { id }) => on.onOpen?.(id)}
        onKeyDown={(event) => {
          const node = event.key === "Enter" ? (event.target as HTMLElement).closest<HTMLElement>(".react-flow__node") : null;
          if (node?.dataset.id !== undefined) on.onOpen?.(node.dataset.id);
        }}
        onDragOver={(event) => event.dataTransfer.types.includes(DRAGGED_KIND) && event.preventDefault()}
        onDrop={drop}
        nodesDraggable={!isReadOnly && !isFixed}
        nodesConnectable={!isReadOnly}
        deleteKeyCode={null}
        fitView
        fitViewOptions={FIT}
        minZoom={0.1}
        maxZoom={2}
        connectionRadius={30}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={20} size={1.5} color="var(--cw-line-strong)" />
        <Controls showInteractive={false} fitViewOptions={FIT} />
        <MiniMap pannable zoomable className={classes.map ?? ""} nodeBorderRadius={6} nodeClassName={mapClassOf} />
        {children}
      </ReactFlow>
    </PickContext>
  );
}

/** Moves a node or an edge into view, without changing the zoom. Does nothing if it is in view. */
function useFocus(focus: FlowCanvasProps["focus"]) {
  const { getEdge, getInternalNode, setCenter, getZoom, flowToScreenPosition } = useReactFlow();
  const store = useStoreApi();
  const isStill = useReducedMotion();
  useEffect(() => {
    if (!focus) return;
    // After the next drawing: an inspector that opens with the selection makes the canvas smaller.
    const frame = requestAnimationFrame(() => {
      const edge = getEdge(focus.id);
      const centers = [edge?.source, edge?.target, focus.id].flatMap((id) => {
        const node = id === undefined ? undefined : getInternalNode(id);
        if (!node) return [];
        const { x, y } = node.internals.positionAbsolute;
        return [{ x: x + (node.measured.width ?? 0) / 2, y: y + (node.measured.height ?? 0) / 2 }];
      });
      const view = store.getState().domNode?.getBoundingClientRect();
      if (centers.length === 0 || !view) return;
      const isInView = centers.map(flowToScreenPosition).every(({ x, y }) => {
        return x > view.left + MARGIN && x < view.right - MARGIN && y > view.top + MARGIN && y < view.bottom - MARGIN;
      });
      if (isInView) return;
      const middle = (axis: "x" | "y") => centers.reduce((sum, center) => sum + center[axis], 0) / centers.length;
      void setCenter(middle("x"), middle("y"), { zoom: getZoom(), duration: isStill ? 0 : 150 });
    });
    return () => cancelAnimationFrame(frame);
  }, [focus, getEdge, getInternalNode, setCenter, getZoom, flowToScreenPosition, store, isStill]);
}

const mapClassOf = ({ data: { card } }: CardNode) => classes[card.state ?? "still"] ?? "";

function linesOf(edges: readonly CanvasEdge[], selected: Selected): LineEdge[] {
  const counts = new Map<string, number>();
  return edges.map((line) => {
    const pair = [line.from, line.to].sort().join("\n");
    const count = counts.get(pair) ?? 0;
    counts.set(pair, count + 1);
    const isSelected = selected.has(line.id);
    const color = isSelected || line.state ? "var(--cw-accent)" : "var(--cw-faint)";
    return {
      id: line.id,
      type: "line",
      source: line.from,
      target: line.to,
      selected: isSelected,
      ariaLabel: line.label,
      className: classes[line.state ?? "still"] ?? "",
      markerEnd: { type: MarkerType.ArrowClosed, color, width: 16, height: 16, markerUnits: "userSpaceOnUse" },
      data: { line, shift: count * LABEL_HEIGHT },
    };
  });
}

const NODE_KEYS = { edit: "canvas.nodeKeys", read: "canvas.nodeKeysRead", open: "canvas.nodeKeysOpen" } as const;
const EDGE_KEYS = { edit: "canvas.edgeKeys", read: "canvas.nodeKeysRead", open: "canvas.nodeKeysRead" } as const;

/** The canvas library's texts for screen readers. They name the keys of a canvas that is edited, read, or whose nodes are opened. */
function useCanvasWords(use: keyof typeof NODE_KEYS) {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      "node.a11yDescription.default": t(NODE_KEYS[use]),
      "node.a11yDescription.keyboardDisabled": t(NODE_KEYS[use]),
      "node.a11yDescription.ariaLiveMessage": ({ direction, x, y }: { direction: string; x: number; y: number }) =>
        t("canvas.moved", { direction, x: String(Math.round(x)), y: String(Math.round(y)) }),
      "edge.a11yDescription.default": t(EDGE_KEYS[use]),
      "controls.ariaLabel": t("canvas.controls"),
      "controls.zoomIn.ariaLabel": t("canvas.zoomIn"),
      "controls.zoomOut.ariaLabel": t("canvas.zoomOut"),
      "controls.fitView.ariaLabel": t("canvas.fit"),
      "minimap.ariaLabel": t("canvas.map"),
    }),
    [t, use],
  );
}
