import { useEffect, useLayoutEffect, useRef } from "react";

/** Whatever scrolls goes on showing this mark, at the end of what grows, while the reader has it in view. Answers its ref. */
export function useStayAtEnd(content: unknown) {
  const mark = useRef<HTMLDivElement>(null);
  // Who opens what is going on wants its latest.
  const isInView = useRef(true);
  useEffect(() => {
    if (!mark.current) return;
    const observer = new IntersectionObserver((entries) => {
      isInView.current = entries.at(-1)?.isIntersecting ?? true;
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes on when something was added.
  useLayoutEffect(() => {
    if (isInView.current) mark.current?.scrollIntoView({ block: "nearest" });
  }, [content]);
  return mark;
}
