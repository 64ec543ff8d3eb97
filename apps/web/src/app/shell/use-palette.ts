import { useLocation } from "@tanstack/react-router";
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { useServices } from "../../data/services.tsx";

/** The palette's state. When the palette closes, the focus returns to where it was, or moves into the page that an action opened. */
export function usePalette(load: () => Promise<unknown>) {
  const { palette } = useServices();
  const { opened, query } = useSyncExternalStore(palette.subscribe, palette.state);
  const cameFrom = useRef<Element | null>(null);

  // Preloaded once the page is idle, so that the first ⌘K opens it at once.
  useEffect(() => {
    const timer = window.setTimeout(() => void load().catch(() => undefined), PRELOAD_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [load]);

  const address = useLocation({ select: ({ href }) => href });
  const openedAt = useRef(address);
  const closedAtMs = useRef(Number.NEGATIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening and closing count.
  useLayoutEffect(() => {
    if (opened) {
      cameFrom.current = document.activeElement;
      openedAt.current = address;
    } else if (cameFrom.current instanceof HTMLElement) {
      closedAtMs.current = performance.now();
      cameFrom.current.focus();
      if (address !== openedAt.current) enterContent();
    }
  }, [opened]);
  // The page of an action may open later.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the address changes, a page has opened.
  useEffect(() => {
    if (performance.now() - closedAtMs.current < OPENED_WITHIN_MS) enterContent();
    closedAtMs.current = Number.NEGATIVE_INFINITY;
  }, [address]);

  return { opened, query, setQuery: palette.setQuery, open: () => void palette.open(), close: palette.close };
}

/** How long a page may take to open. */
const OPENED_WITHIN_MS = 3000;
/** After the first screen has settled. */
const PRELOAD_AFTER_MS = 3000;

/** Focuses the page, unless a part of it has taken the focus. */
function enterContent(): void {
  const content = document.getElementById("content");
  if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
}
