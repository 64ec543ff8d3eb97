import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { DraftStore } from "./draft-store.ts";

/** Saves what is not saved yet before another page is opened; asks only when that is not possible. */
export function LeaveGuard({ store }: { store: DraftStore }) {
  const { t } = useTranslation();
  const blocker = useBlocker({
    withResolver: true,
    enableBeforeUnload: () => store.state().phase !== "settled",
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await store.flush()),
  });
  const isBlocked = blocker.status === "blocked";
  return (
    <Modal opened={isBlocked} onClose={() => blocker.reset?.()} title={t("editor.leaveTitle")}>
      <Stack>
        <Text>{t("editor.leaveBody")}</Text>
        <Group justify="flex-end">
          <Button onClick={() => blocker.reset?.()} data-autofocus>
            {t("editor.stay")}
          </Button>
          <Button color="red" variant="filled" onClick={() => blocker.proceed?.()}>
            {t("editor.leave")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
