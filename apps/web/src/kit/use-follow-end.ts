import { useEffect, useRef } from "react";

/** A list scrolled this close to its end still follows new content. */
const FOLLOW_WITHIN_PX = 60;

/** Keeps the end of a scrolling list in view when `content` changes, unless the reader has scrolled back. Returns the list's ref. */
export function useFollowEnd(content: unknown) {
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const look = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < FOLLOW_WITHIN_PX;
    };
    element.addEventListener("scroll", look, { passive: true });
    return () => element.removeEventListener("scroll", look);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when something was added.
  useEffect(() => {
    const element = list.current;
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [content]);
  return list;
}
