import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** Empty state of a list: what it is for, and one action. */
export function EmptyNote({ title, body, action }: { title: string; body?: string; action?: ReactNode }) {
  return (
    <Stack align="center" gap="xs" py={64} px="md" ta="center">
      <Title order={2} fz="lg">
        {title}
      </Title>
      {body && (
        <Text c="dimmed" maw={420}>
          {body}
        </Text>
      )}
      {action}
    </Stack>
  );
}
