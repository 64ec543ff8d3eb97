import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** What a list says when there is nothing in it: what the thing is, and the one thing to do. */
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
