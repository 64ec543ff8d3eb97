import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

interface LeaveGuardProps {
  isUnsaved: () => boolean;
  /** Saves pending changes; resolves to whether everything is saved. Absent: only the user saves. */
  save?: () => Promise<boolean>;
}

/** Saves pending changes before another page opens; asks if that is not possible. */
export function LeaveGuard({ isUnsaved, save }: LeaveGuardProps) {
  const { t } = useTranslation();
  const blocker = useBlocker({
    withResolver: true,
    enableBeforeUnload: isUnsaved,
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && (save ? !(await save()) : isUnsaved()),
  });
  const isBlocked = blocker.status === "blocked";
  return (
    <Modal opened={isBlocked} onClose={() => blocker.reset?.()} title={t("editor.leaveTitle")}>
      <Stack>
        <Text>{t(save ? "editor.leaveBody" : "resource.leaveBody")}</Text>
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
