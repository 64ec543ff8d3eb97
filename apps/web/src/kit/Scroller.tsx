import type { ElementType, HTMLAttributes, Ref } from "react";
import classes from "./scroller.module.css";

interface ScrollerProps extends HTMLAttributes<HTMLElement> {
  as?: "div" | "ol" | "pre" | "section";
  ref?: Ref<HTMLDivElement>;
}

/** An area that scrolls: sideways, or as its class says. It takes the focus, so that the arrow keys can scroll it (WCAG 2.1.1). */
export function Scroller({ as = "div", className = classes.sideways, ...props }: ScrollerProps) {
  const Tag = as as ElementType;
  return <Tag tabIndex={0} className={className} {...props} />;
}
