import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";

/** A call ends with its panel: whoever leaves during one is asked first, inside the dashboard by us, else by the browser. */
export function HangUpGuard({ isRunning }: { isRunning: boolean }) {
  const { t } = useTranslation();
  const blocker = useBlocker({
    withResolver: true,
    enableBeforeUnload: isRunning,
    shouldBlockFn: ({ current, next }) => isRunning && (current.pathname !== next.pathname || !("talk" in next.search)),
  });
  const { status, proceed, reset } = blocker;
  // It ended while it was asked: there is nothing left to lose.
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
