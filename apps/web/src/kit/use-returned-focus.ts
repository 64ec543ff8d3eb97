import { useEffect, useState } from "react";

/**
 * Returns the focus after a dialog that is only rendered while it is open. Mantine does that only for a dialog that stays rendered. Does nothing if
 * that element is gone, or if the focus has moved elsewhere.
 */
export function useReturnedFocus(): void {
  // Read during the first rendering, because effects run when the dialog has the focus.
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
