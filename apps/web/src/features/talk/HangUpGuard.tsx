import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";

/** Leaving the panel ends the call, so leaving asks first: inside the dashboard with a dialog, otherwise with the browser's prompt. */
export function HangUpGuard({ isRunning, panel }: { isRunning: boolean; panel: "talk" | "phone" }) {
  const { t } = useTranslation();
  const blocker = useBlocker({
    withResolver: true,
    enableBeforeUnload: isRunning,
    shouldBlockFn: ({ current, next }) => isRunning && (current.pathname !== next.pathname || !(panel in next.search)),
  });
  const { status, proceed, reset } = blocker;
  // The call ended while the dialog was open: nothing is lost.
  useEffect(() => {
    if (status === "blocked" && !isRunning) proceed?.();
  }, [status, isRunning, proceed]);
  return (
    <Modal opened={status === "blocked"} onClose={() => reset?.()} title={t("talk.leaveTitle")}>
      <Stack>
        <Text>{t("talk.leaveBody")}</Text>
        <Group justify="flex-end">
          <Button onClick={() => reset?.()} data-autofocus>
            {t("talk.stay")}
          </Button>
          <Button color="red" variant="filled" onClick={() => proceed?.()}>
            {t("talk.leave")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
