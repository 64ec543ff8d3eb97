import { useEffect } from "react";
import { useServices } from "../../app/services.tsx";

/** While a mail is awaited, whoever comes back to this tab may have opened its link in another one. */
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
