import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";

/** How long the undo button is shown. Restoring over the API works for 30 days. */
const UNDO_OFFER_MS = 15_000;

/** A notification of what was done, with an undo button. */
export function showUndo({ message, label, onUndo }: { message: string; label: string; onUndo: () => void }): void {
  const notification = notifications.show({
    autoClose: UNDO_OFFER_MS,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text span>{message}</Text>
        <Button
          size="compact-sm"
          onClick={() => {
            notifications.hide(notification);
            onUndo();
          }}
        >
          {label}
        </Button>
      </Group>
    ),
  });
}
