import { useMemo } from "react";
import { useTranslation } from "react-i18next";

/** The canvas library's texts for screen readers. */
export function useCanvasWords() {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      "node.a11yDescription.default": t("canvas.nodeKeys"),
      "node.a11yDescription.keyboardDisabled": t("canvas.nodeKeys"),
      "node.a11yDescription.ariaLiveMessage": ({ direction, x, y }: { direction: string; x: number; y: number }) =>
        t("canvas.moved", { direction, x: String(Math.round(x)), y: String(Math.round(y)) }),
      "edge.a11yDescription.default": t("canvas.edgeKeys"),
      "controls.ariaLabel": t("canvas.controls"),
      "controls.zoomIn.ariaLabel": t("canvas.zoomIn"),
      "controls.zoomOut.ariaLabel": t("canvas.zoomOut"),
      "controls.fitView.ariaLabel": t("canvas.fit"),
      "minimap.ariaLabel": t("canvas.map"),
    }),
    [t],
  );
}
