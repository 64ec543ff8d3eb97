import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect } from "react";

/** Height of a row in table.module.css. */
const ROW_HEIGHT_PX = 36;
const ROWS_BEYOND_VIEW = 12;

interface VirtualRowsProps {
  count: number;
  /** Height of every row. Default: the height of a list's row. */
  rowHeightPx?: number | undefined;
  /** The element that scrolls. */
  scroller: HTMLElement | null;
  /** Draws the rows from one index up to another. */
  draw: (from: number, to: number) => ReactNode;
  /** A row had the focus, perhaps one that was drawn before this code was loaded. */
  hadFocus: boolean;
  /** The last row has been drawn: load more. */
  onNearEnd?: (() => void) | undefined;
}

/** Draws only the rows in view, with padding in place of the others. */
export function VirtualRows({ count, rowHeightPx = ROW_HEIGHT_PX, scroller, draw, hadFocus, onNearEnd }: VirtualRowsProps) {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeightPx,
    overscan: ROWS_BEYOND_VIEW,
  });
  const rows = virtual.getVirtualItems();
  const [first, last] = [rows[0], rows.at(-1)];
  const lastDrawn = last?.index ?? 0;
  useEffect(() => {
    if (lastDrawn >= count - 1) onNearEnd?.();
  }, [lastDrawn, count, onNearEnd]);
  const isDrawn = first !== undefined;
  useEffect(() => {
    // The earlier rows are gone, and the focus with them.
    if (!isDrawn || !hadFocus || document.activeElement !== document.body) return;
    scroller?.querySelector<HTMLElement>("tbody :is(a, button)[tabindex='0']")?.focus();
  }, [isDrawn, hadFocus, scroller]);
  return (
    <div style={{ paddingTop: first?.start ?? 0, paddingBottom: virtual.getTotalSize() - (last?.end ?? 0) }}>
      {first && last && draw(first.index, last.index + 1)}
    </div>
  );
}
