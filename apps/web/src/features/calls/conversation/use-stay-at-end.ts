import { useEffect, useLayoutEffect, useRef } from "react";

/** Keeps the end mark of growing content in view, unless the reader has scrolled away from it. Returns the mark's ref. */
export function useStayAtEnd(content: unknown) {
  const mark = useRef<HTMLDivElement>(null);
  // Start at the latest content.
  const isInView = useRef(true);
  useEffect(() => {
    if (!mark.current) return;
    const observer = new IntersectionObserver((entries) => {
      isInView.current = entries.at(-1)?.isIntersecting ?? true;
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when content was added.
  useLayoutEffect(() => {
    if (isInView.current) mark.current?.scrollIntoView({ block: "nearest" });
  }, [content]);
  return mark;
}
