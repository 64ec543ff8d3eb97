import { useWindowEvent } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { runFirstResult } from "./run-first-result.ts";

/**
 * The palette's state. What is typed between ⌘K and the moment its field has the focus (it may still be loading) goes into the
 * query all the same, not into the page below.
 */
export function usePalette(load: () => Promise<unknown>) {
  const [opened, setOpened] = useState(false);
  const [query, setQuery] = useState("");
  const cameFrom = useRef<Element | null>(null);

  useWindowEvent("keydown", (event) => {
    const isText = event.key.length === 1 && !event.metaKey && !event.ctrlKey && !event.altKey;
    // The dialog itself has the focus for a moment before its field does.
    const isInField = event.target instanceof HTMLInputElement && event.target.closest("[role=dialog]") !== null;
    if (!opened || isInField || !(isText || event.key === "Enter")) return;
    event.preventDefault();
    if (isText) setQuery((current) => current + event.key);
    else runFirstResult(document.querySelector("[role=dialog]"));
  });

  // It will be wanted sooner or later; once the page has nothing better to do, it is fetched.
  useEffect(() => {
    const timer = window.setTimeout(() => void load().catch(() => undefined), PRELOAD_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [load]);

  // Back to where the user was, unless the action led elsewhere and that place is gone.
  useEffect(() => {
    if (!opened && cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  }, [opened]);

  return {
    opened,
    query,
    setQuery,
    open: () => {
      cameFrom.current = document.activeElement;
      setOpened(true);
    },
    close: () => {
      setOpened(false);
      setQuery("");
    },
  };
}

/** Long after the first screen is shown. */
const PRELOAD_AFTER_MS = 3000;
