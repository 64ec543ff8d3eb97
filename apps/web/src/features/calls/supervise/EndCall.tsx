import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import { ConfirmDialog } from "../../../kit/ConfirmDialog.tsx";
import buttons from "../../../kit/call-buttons.module.css";
import { callKeys } from "../call-queries.ts";
import type { useControlCall } from "./use-control-call.ts";

interface EndCallProps {
  id: string;
  /** Does the assistant accept commands? The call can be ended in any case. */
  isSteerable: boolean;
  control: ReturnType<typeof useControlCall>;
}

/** Ends the call after a confirm dialog. */
export function EndCall({ id, isSteerable, control }: EndCallProps) {
  const { t } = useTranslation();
  const end = useEndCall(id);
  const [isAsking, { open, close }] = useDisclosure();
  return (
    <>
      <Button className={buttons.end ?? ""} onClick={open}>
        {t("supervise.end")}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t("supervise.endTitle")}
          body={t("supervise.endBody")}
          confirm={t("supervise.endConfirm")}
          onClose={close}
          onConfirm={async () => {
            // The panel or a notification shows the error.
            if (isSteerable) await control.mutateAsync({ type: "end-call" }).catch(() => undefined);
            else await end();
            close();
          }}
        />
      )}
    </>
  );
}

export function useEndCall(id: string) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  return async () => {
    try {
      queryClient.setQueryData(callKeys.one(id), await client.calls.end({ id }));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      notifications.show({ color: "red", message: t("supervise.endFailed", { reason }) });
    }
  };
}
