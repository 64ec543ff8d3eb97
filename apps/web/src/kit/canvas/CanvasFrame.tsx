import type { ReactNode } from "react";
import classes from "./canvas-frame.module.css";

interface CanvasFrameProps {
  /** Buttons and search, in one row. */
  tools: ReactNode;
  /** The canvas or its list. */
  children: ReactNode;
  /** The inspector. */
  side?: ReactNode;
  /** A conversation, beside the inspector. */
  talk?: ReactNode;
}

/** The places of a canvas page: tools above, inspector and conversation beside it. */
export function CanvasFrame({ tools, children, side, talk }: CanvasFrameProps) {
  return (
    <div className={classes.frame}>
      <div className={classes.tools}>{tools}</div>
      <div className={classes.work}>
        <div className={classes.main}>{children}</div>
        {side}
        {talk}
      </div>
    </div>
  );
}
