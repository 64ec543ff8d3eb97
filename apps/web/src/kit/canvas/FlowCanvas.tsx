import "@xyflow/react/dist/base.css";
import { ActionIcon } from "@mantine/core";
import { useReducedMotion, useWindowEvent } from "@mantine/hooks";
import { IconMaximize, IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import {
  Background,
  BaseEdge,
  type Connection,
  type Edge,
  type EdgeChange,
  EdgeLabelRenderer,
  type EdgeProps,
  type FitViewOptions,
  MarkerType,
  type NodeChange,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
  useStoreApi,
  useViewport,
} from "@xyflow/react";
import { createContext, memo, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isSingleKey } from "../single-keys.ts";
import classes from "./canvas.module.css";
import { CARD_WIDTH, type CanvasEdge, type CanvasNode, cardHeight, type Point } from "./canvas-parts.ts";
import { AskNextContext, type CardNode, NodeCard } from "./NodeCard.tsx";
import { type EdgeRoute, pathOf } from "./route-edges.ts";
import { type Selected, useCardNodes, withSelectChanges } from "./use-card-nodes.ts";
import { useRoutes } from "./use-routes.ts";

/** Selects one part of the canvas, by its id. */
const PickContext = createContext<(id: string) => void>(() => undefined);

type LineEdge = Edge<{ line: CanvasEdge; route: EdgeRoute }, "line">;

/** An arrow with its text. A click on the text selects the arrow. */
const EdgeLine = memo(function EdgeLine({ id, data, selected, markerEnd }: EdgeProps<LineEdge>) {
  const pick = use(PickContext);
  if (!data) return null;
  const { line, route } = data;
  return (
    <>
      <BaseEdge id={id} path={pathOf(route.points)} interactionWidth={18} {...(markerEnd === undefined ? {} : { markerEnd })} />
      {line.text !== "" && (
        <EdgeLabelRenderer>
          {/* Hidden, because the arrow itself has the keyboard's focus and the accessible name. */}
          <div
            aria-hidden="true"
            className={`${classes.condition} nodrag nopan`}
            data-selected={selected || undefined}
            data-problem={line.hasProblem || undefined}
            data-state={line.state}
            style={{ transform: `translate(-50%, -50%) translate(${route.label.x}px, ${route.label.y}px)` }}
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

/** Where a person asks for the next card: in pixels of the canvas's frame. `place` is free for it; default: below `after`. */
export interface NextPlace extends Point {
  after: string;
  place?: Point | undefined;
  onClose: () => void;
}

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
  /** Offers what can follow a card, beside its "+" or where an arrow ended on nothing. */
  next?: (at: NextPlace) => ReactNode;
  /** Tools around the zoom buttons at the bottom. */
  tools?: { before: ReactNode; after: ReactNode };
}

const NODE_TYPES = { card: NodeCard };
const EDGE_TYPES = { line: EdgeLine };
/** Leaves room for the tools at the bottom. */
const FIT = { maxZoom: 1, padding: { top: "24px", right: "24px", bottom: "72px", left: "24px" } } as const;
const DELETE_KEYS = ["Delete", "Backspace"];
/** A card this close to the border is not in view. At the bottom are the tools. In pixels. */
const MARGIN = 16;
const MARGIN_BOTTOM = 64;

/** Cards and arrows that can be moved, connected and removed with the mouse and by keyboard. */
export function FlowCanvas(props: FlowCanvasProps) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}

function Flow({
  label,
  nodes,
  edges,
  selected,
  onSelect,
  focus,
  isReadOnly,
  isFixed = false,
  next,
  tools,
  ...on
}: FlowCanvasProps) {
  const words = useCanvasWords(on.onOpen ? "open" : isReadOnly ? "read" : "edit");
  const { cards, apply } = useCardNodes(nodes, selected);
  const routes = useRoutes(cards, edges);
  const lines = useMemo(() => linesOf(edges, routes, selected), [edges, routes, selected]);
  const pick = useCallback((id: string) => onSelect(() => new Set([id])), [onSelect]);
  const { frame, asking, askNext, askAt, onClose } = useAskedNext();
  useFocus(focus, selected);
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
  return (
    <PickContext value={pick}>
      <AskNextContext value={next && askNext}>
        <div ref={frame} className={classes.frame}>
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
            onConnectEnd={(event, { fromNode, toNode }) => {
              if (!next || !fromNode || toNode || !("clientX" in event)) return;
              askAt(fromNode.id, { x: event.clientX, y: event.clientY });
            }}
            connectOnClick={false}
            onNodeClick={(_, { id }) => on.onOpen?.(id)}
            onKeyDown={(event) => {
              const node = event.key === "Enter" ? (event.target as HTMLElement).closest<HTMLElement>(".react-flow__node") : null;
              if (node?.dataset.id !== undefined) on.onOpen?.(node.dataset.id);
            }}
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
            <Panel position="bottom-left" className={classes.bar ?? ""}>
              {tools?.before}
              <ZoomButtons fit={FIT} />
              {tools?.after}
            </Panel>
          </ReactFlow>
          {asking && next?.({ ...asking, onClose })}
        </div>
      </AskNextContext>
    </PickContext>
  );
}

/** Zoom of the canvas around it. */
function ZoomButtons({ fit }: { fit: FitViewOptions }) {
  const { t } = useTranslation();
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  const { zoom } = useViewport();
  return (
    <fieldset className={classes.zoom} aria-label={t("canvas.controls")}>
      <ActionIcon aria-label={t("canvas.zoomOut")} onClick={() => void zoomOut()}>
        <IconZoomOut size={16} aria-hidden="true" />
      </ActionIcon>
      <span className="num">{t("canvas.zoomed", { percent: String(Math.round(zoom * 100)) })}</span>
      <ActionIcon aria-label={t("canvas.zoomIn")} onClick={() => void zoomIn()}>
        <IconZoomIn size={16} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon aria-label={t("canvas.fit")} onClick={() => void fitView(fit)}>
        <IconMaximize size={16} aria-hidden="true" />
      </ActionIcon>
    </fieldset>
  );
}

/** A person asks for what follows a card: at its "+", or by an arrow that ends on nothing. */
function useAskedNext() {
  const { screenToFlowPosition } = useReactFlow();
  const frame = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState<Omit<NextPlace, "onClose"> & { by?: HTMLElement }>();
  const within = useCallback(({ x, y }: Point) => {
    const view = frame.current?.getBoundingClientRect();
    return { x: x - (view?.left ?? 0), y: y - (view?.top ?? 0) };
  }, []);
  const askNext = useCallback(
    (after: string, by: HTMLElement) => {
      const { right, top } = by.getBoundingClientRect();
      setAsking({ after, by, ...within({ x: right + 8, y: top }) });
    },
    [within],
  );
  const askAt = (after: string, at: Point) => setAsking({ after, ...within(at), place: screenToFlowPosition(at) });
  const onClose = useCallback(() => {
    setAsking((before) => {
      // Mantine returns the focus to the anchor, which cannot have it.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) before?.by?.focus();
      });
      return undefined;
    });
  }, []);
  return { frame, asking, askNext, askAt, onClose };
}

/**
 * Moves a node or an edge into view, without changing the zoom: what was asked for, and what is selected when the canvas gets smaller. Does
 * nothing if it is in view.
 */
function useFocus(focus: FlowCanvasProps["focus"], selected: Selected) {
  const { getEdge, getInternalNode, setCenter, getZoom, flowToScreenPosition } = useReactFlow<CardNode>();
  const store = useStoreApi();
  const isStill = useReducedMotion();
  const size = useStore(({ width, height }) => `${width} ${height}`);
  const only = selected.size === 1 ? [...selected][0] : undefined;
  const wanted = useRef<string>(undefined);
  wanted.current = only ?? focus?.id;
  const show = useCallback(
    (id: string) => {
      const edge = getEdge(id);
      const boxes = [edge?.source, edge?.target, id].flatMap((each) => {
        const node = each === undefined ? undefined : getInternalNode(each);
        if (!node) return [];
        const { x, y } = node.internals.positionAbsolute;
        // A new card is not measured yet.
        return [{ x, y, right: x + CARD_WIDTH, bottom: y + (node.measured.height ?? cardHeight(node.data.card)) }];
      });
      const view = store.getState().domNode?.getBoundingClientRect();
      if (boxes.length === 0 || !view) return;
      const isInView = boxes.every((box) => {
        const [start, end] = [flowToScreenPosition(box), flowToScreenPosition({ x: box.right, y: box.bottom })];
        const isWithinX = start.x > view.left + MARGIN && end.x < view.right - MARGIN;
        return isWithinX && start.y > view.top + MARGIN && end.y < view.bottom - MARGIN_BOTTOM;
      });
      if (isInView) return;
      const zoom = getZoom();
      const x = boxes.reduce((sum, box) => sum + (box.x + box.right) / 2, 0) / boxes.length;
      const y = boxes.reduce((sum, box) => sum + (box.y + box.bottom) / 2, 0) / boxes.length;
      void setCenter(x, y + (MARGIN_BOTTOM - MARGIN) / 2 / zoom, { zoom, duration: isStill ? 0 : 150 });
    },
    [getEdge, getInternalNode, setCenter, getZoom, flowToScreenPosition, store, isStill],
  );
  // After the next drawing: a panel that opens makes the canvas smaller.
  const showSoon = useCallback(
    (id: string) => {
      const frame = requestAnimationFrame(() => show(id));
      return () => cancelAnimationFrame(frame);
    },
    [show],
  );
  useEffect(() => (focus ? showSoon(focus.id) : undefined), [focus, showSoon]);
  const before = useRef(size);
  useEffect(() => {
    if (before.current === size || wanted.current === undefined) return;
    before.current = size;
    return showSoon(wanted.current);
  }, [size, showSoon]);
}

function linesOf(edges: readonly CanvasEdge[], routes: ReadonlyMap<string, EdgeRoute>, selected: Selected): LineEdge[] {
  return edges.flatMap((line): LineEdge[] => {
    const route = routes.get(line.id);
    if (!route) return [];
    const isSelected = selected.has(line.id);
    const isLit = isSelected || line.state !== undefined;
    return [
      {
        id: line.id,
        type: "line",
        source: line.from,
        target: line.to,
        selected: isSelected,
        ariaLabel: line.label,
        className: classes[line.state ?? "still"] ?? "",
        // Lit arrows are above the others, with which they may share their first line.
        zIndex: isLit ? 1 : 0,
        markerEnd: {
          type: MarkerType.ArrowClosed,
          color: isLit ? "var(--cw-accent)" : "var(--cw-faint)",
          width: 14,
          height: 14,
          markerUnits: "userSpaceOnUse",
        },
        data: { line, route },
      },
    ];
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
    }),
    [t, use],
  );
}
