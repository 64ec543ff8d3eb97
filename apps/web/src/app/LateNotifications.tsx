import { useNotifications } from "@mantine/notifications";
import { lazy, Suspense, useState } from "react";

const NotificationArea = lazy(async () => ({ default: (await import("./NotificationArea.tsx")).NotificationArea }));

/** Loads the notification area with the first notification. */
export function LateNotifications() {
  const { notifications } = useNotifications();
  const [needed, setNeeded] = useState(false);
  if (notifications.length > 0 && !needed) setNeeded(true);
  return <Suspense fallback={null}>{needed && <NotificationArea />}</Suspense>;
}
