import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { useServices } from "../services.tsx";

/** The palette's state. Once it is closed the focus goes back to where it was. */
export function usePalette(load: () => Promise<unknown>) {
  const { palette } = useServices();
  const { opened, query } = useSyncExternalStore(palette.subscribe, palette.state);
  const cameFrom = useRef<Element | null>(null);

  // It will be wanted sooner or later; once the page has nothing better to do, it is fetched.
  useEffect(() => {
    const timer = window.setTimeout(() => void load().catch(() => undefined), PRELOAD_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [load]);

  // Back to where the user was, unless the action led elsewhere and that place is gone.
  useLayoutEffect(() => {
    if (opened) cameFrom.current = document.activeElement;
    else if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  }, [opened]);

  return { opened, query, setQuery: palette.setQuery, open: () => void palette.open(), close: palette.close };
}

/** Long after the first screen is shown. */
const PRELOAD_AFTER_MS = 3000;
