import { useEffect } from "react";
import { useServices } from "../../../data/services.tsx";

/** The link of the mail may have been opened in another tab: check when this tab gets the focus. */
export function useVerifiedElsewhere(isAwaited: boolean): void {
  const { session } = useServices();
  useEffect(() => {
    if (!isAwaited) return;
    const look = () => {
      if (document.visibilityState === "visible") void session.reloadUser().catch(() => undefined);
    };
    document.addEventListener("visibilitychange", look);
    window.addEventListener("focus", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("focus", look);
    };
  }, [isAwaited, session]);
}
