import { useEffect, useState } from "react";

/**
 * Returns the focus after a dialog that is rendered only while it is open. Mantine does that only for a dialog that stays and is
 * closed. Does nothing when that element is gone, or when the focus is elsewhere by then.
 */
export function useReturnedFocus(): void {
  // In the first rendering: the dialog has the focus when effects run.
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        const isNowhere = document.activeElement === null || document.activeElement === document.body;
        if (isNowhere && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      });
    },
    [before],
  );
}
