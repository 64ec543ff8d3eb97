import { useMemo } from "react";
import { useTranslation } from "react-i18next";

const NODE_KEYS = { edit: "canvas.nodeKeys", read: "canvas.nodeKeysRead", open: "canvas.nodeKeysOpen" } as const;
const EDGE_KEYS = { edit: "canvas.edgeKeys", read: "canvas.nodeKeysRead", open: "canvas.nodeKeysRead" } as const;

/** The canvas library's texts for screen readers. They name the keys of a canvas that is edited, read, or whose nodes are opened. */
export function useCanvasWords(use: keyof typeof NODE_KEYS) {
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
