import { Text } from "@mantine/core";

/** Why there is nothing in a tab. */
export function TabNote({ text }: { text: string }) {
  return (
    <Text c="dimmed" p="lg">
      {text}
    </Text>
  );
}
