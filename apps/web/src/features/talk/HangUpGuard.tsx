import { Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../kit/FormDialog.tsx";

/** Leaving the panel ends the call, so leaving asks first: inside the dashboard with a dialog, otherwise with the browser's prompt. */
export function HangUpGuard({ isRunning, panel }: { isRunning: boolean; panel: "talk" | "phone" }) {
  const { t } = useTranslation();
  const blocker = useBlocker({
    withResolver: true,
    enableBeforeUnload: isRunning,
    shouldBlockFn: ({ current, next }) => isRunning && (current.pathname !== next.pathname || !(panel in next.search)),
  });
  const { status, proceed } = blocker;
  // The call ended while the dialog was open: nothing is lost.
  useEffect(() => {
    if (status === "blocked" && !isRunning) proceed?.();
  }, [status, isRunning, proceed]);
  if (blocker.status !== "blocked") return null;
  return (
    <FormDialog
      title={t("talk.leaveTitle")}
      action={t("talk.leave")}
      color="red"
      cancel={t("talk.stay")}
      startsAtCancel
      onSubmit={blocker.proceed}
      onClose={blocker.reset}
    >
      <Text>{t("talk.leaveBody")}</Text>
    </FormDialog>
  );
}
