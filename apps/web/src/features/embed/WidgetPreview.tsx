import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../data/services.tsx";
import type { VisitorTarget } from "../../kit/visitor-link.ts";
import classes from "./embed.module.css";
import type { ChosenOptions } from "./embed-options.ts";
import { targetAttributes, widgetAttributes } from "./snippet.ts";

const WIDTHS = ["wide", "phone"] as const;

/** A page with only the widget, as a visitor's browser would load it. */
const PAGE = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><script type="module" src="/widget.js"></script><body></body></html>`;

/** The real widget in an iframe, with the real target. It uses the editor's token, so that no public token is needed yet. */
export function WidgetPreview({ target, options }: { target: VisitorTarget; options: ChosenOptions }) {
  const { t } = useTranslation();
  const { session } = useServices();
  const token = useQuery({ queryKey: ["embed", "preview-token"], queryFn: () => session.token(), staleTime: 0, gcTime: 0 });
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>("wide");

  useEffect(() => {
    const page = frame.current?.contentDocument;
    if (!isLoaded || !page || token.data === undefined) return;
    showWidget(page, {
      "public-key": token.data,
      ...Object.fromEntries([...targetAttributes(target), ...widgetAttributes(options)]),
    });
  }, [isLoaded, token.data, target, options]);

  return (
    <section className={classes.preview} aria-label={t("embed.preview")}>
      <SegmentedControl
        size="xs"
        aria-label={t("embed.previewWidth")}
        data={WIDTHS.map((one) => ({ value: one, label: t(`embed.widths.${one}`) }))}
        value={width}
        onChange={(value) => setWidth(value === "phone" ? "phone" : "wide")}
      />
      <iframe
        ref={frame}
        className={classes.frame}
        data-width={width}
        title={t("embed.preview")}
        srcDoc={PAGE}
        allow="microphone; autoplay"
        onLoad={() => setIsLoaded(true)}
      />
    </section>
  );
}

/** Replaces the widget's attributes, so that changes show without a reload. */
function showWidget(page: Document, attributes: Record<string, string>): void {
  const known = page.querySelector("callwright-widget");
  const widget = known ?? page.createElement("callwright-widget");
  for (const name of widget.getAttributeNames()) if (!(name in attributes)) widget.removeAttribute(name);
  for (const [name, value] of Object.entries(attributes))
    if (widget.getAttribute(name) !== value) widget.setAttribute(name, value);
  if (!known) page.body.append(widget);
}
