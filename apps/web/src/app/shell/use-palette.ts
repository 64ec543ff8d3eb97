import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { useServices } from "../../data/services.tsx";

/** The palette's state. When the palette closes, the focus returns to where it was. */
export function usePalette(load: () => Promise<unknown>) {
  const { palette } = useServices();
  const { opened, query } = useSyncExternalStore(palette.subscribe, palette.state);
  const cameFrom = useRef<Element | null>(null);

  // Preloaded once the page is idle, so that the first ⌘K opens it at once.
  useEffect(() => {
    const timer = window.setTimeout(() => void load().catch(() => undefined), PRELOAD_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [load]);

  // Return the focus, unless the action opened another page.
  useLayoutEffect(() => {
    if (opened) cameFrom.current = document.activeElement;
    else if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  }, [opened]);

  return { opened, query, setQuery: palette.setQuery, open: () => void palette.open(), close: palette.close };
}

/** After the first screen has settled. */
const PRELOAD_AFTER_MS = 3000;
