import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../app/services.tsx";
import { DeleteDialog } from "../../../resource/list/DeleteDialog.tsx";
import buttons from "../../talk/call-buttons.module.css";
import { callKeys } from "../call-queries.ts";
import type { useControlCall } from "./use-control-call.ts";

interface EndCallProps {
  id: string;
  /** Whether its assistant takes orders from outside. Ended it can be anyhow. */
  isSteerable: boolean;
  control: ReturnType<typeof useControlCall>;
}

/** Hangs up for everybody, once that was meant. */
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
        <DeleteDialog
          title={t("supervise.endTitle")}
          body={t("supervise.endBody")}
          confirm={t("supervise.endConfirm")}
          onClose={close}
          onConfirm={async () => {
            // Why it failed is told by the panel, or by a notice.
            if (isSteerable) await control.mutateAsync({ type: "end-call" }).catch(() => undefined);
            else await end();
            close();
          }}
        />
      )}
    </>
  );
}

function useEndCall(id: string) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  return async () => {
    try {
      queryClient.setQueryData(callKeys.one(id), await client.endCall({ id }));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      notifications.show({ color: "red", message: t("supervise.endFailed", { reason }) });
    }
  };
}
