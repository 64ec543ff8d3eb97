import "@xyflow/react/dist/base.css";
import { type Edge, type Node, ReactFlow, useEdgesState, useNodesState } from "@xyflow/react";
import { createElement } from "react";
import { createRoot } from "react-dom/client";

declare global {
  interface Window {
    /** Set before this script runs. */
    bareGraph: { nodes: Node[]; edges: Edge[] };
  }
}

/** The library's own nodes and edges only. */
function Bare() {
  const [nodes, , onNodesChange] = useNodesState(window.bareGraph.nodes);
  const [edges, , onEdgesChange] = useEdgesState(window.bareGraph.edges);
  return createElement(ReactFlow, { nodes, edges, onNodesChange, onEdgesChange, fitView: true, minZoom: 0.1 });
}

const place = document.body.appendChild(document.createElement("div"));
place.style.cssText = "position:fixed;inset:0";
createRoot(place).render(createElement(Bare));
