import "@mantine/notifications/styles.css";
import { Notifications } from "@mantine/notifications";

/** Where notifications appear. */
export function NotificationArea() {
  return <Notifications position="bottom-center" containerWidth={360} />;
}
