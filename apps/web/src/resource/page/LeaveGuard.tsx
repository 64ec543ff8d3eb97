import { Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../kit/FormDialog.tsx";

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
  if (blocker.status !== "blocked") return null;
  return (
    <FormDialog
      title={t("editor.leaveTitle")}
      action={t("editor.leave")}
      color="red"
      cancel={t("editor.stay")}
      startsAtCancel
      onSubmit={blocker.proceed}
      onClose={blocker.reset}
    >
      <Text>{t(save ? "editor.leaveBody" : "resource.leaveBody")}</Text>
    </FormDialog>
  );
}
