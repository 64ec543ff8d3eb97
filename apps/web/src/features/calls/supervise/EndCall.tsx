import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import { ConfirmButton } from "../../../kit/ConfirmButton.tsx";
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
  return (
    <ConfirmButton
      label={t("supervise.end")}
      className={buttons.end ?? ""}
      title={t("supervise.endTitle")}
      body={t("supervise.endBody")}
      confirm={t("supervise.endConfirm")}
      onConfirm={() => (isSteerable ? control.mutateAsync({ type: "end-call" }) : end())}
    />
  );
}

export function useEndCall(id: string) {
  const client = useClient();
  const queryClient = useQueryClient();
  return async () => queryClient.setQueryData(callKeys.one(id), await client.calls.end({ id }));
}
