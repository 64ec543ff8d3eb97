import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";

/** How long the offer to undo stands. Restoring over the API works for 30 days. */
const UNDO_OFFER_MS = 15_000;

/** Says what was done, with a button that takes it back. */
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
