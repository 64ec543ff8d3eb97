import { useNotifications } from "@mantine/notifications";
import { lazy, Suspense, useState } from "react";

const NotificationArea = lazy(async () => ({ default: (await import("./NotificationArea.tsx")).NotificationArea }));

/** Shows notifications; what draws them is loaded with the first one. */
export function LateNotifications() {
  const { notifications } = useNotifications();
  const [needed, setNeeded] = useState(false);
  if (notifications.length > 0 && !needed) setNeeded(true);
  return <Suspense fallback={null}>{needed && <NotificationArea />}</Suspense>;
}
