import type { Call } from "@callwright/contract";
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../app/services.tsx";
import { DeleteDialog } from "../../resource/list/DeleteDialog.tsx";
import { callKeys, forgetCall, isRunning } from "./call-queries.ts";
import { useDeleteCalls, useDeleteWords } from "./use-delete-calls.ts";

/** A running call can be ended where its host offers that, an ended one deleted. */
export function CallActions({ call }: { call: Call }) {
  const { dataHost } = useServices();
  if (!isRunning(call)) return <DeleteCall id={call.id} />;
  return dataHost.offers("endCall") ? <EndCall id={call.id} /> : null;
}

function EndCall({ id }: { id: string }) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: () => client.endCall({ id }),
    onSuccess: (ended) => queryClient.setQueryData(callKeys.one(id), ended),
    onError: (error) => notifications.show({ color: "red", message: t("call.endFailed", { reason: error.message }) }),
  });
  return (
    <Button loading={end.isPending} onClick={() => end.mutate()}>
      {t("call.end")}
    </Button>
  );
}

function DeleteCall({ id }: { id: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isAsking, ask] = useDisclosure();
  const deleteCalls = useDeleteCalls();
  const words = useDeleteWords(1);
  return (
    <>
      <Button onClick={ask.open}>{t("call.delete")}</Button>
      {isAsking && (
        <DeleteDialog
          {...words}
          onClose={ask.close}
          onConfirm={async () => {
            const deleted = await deleteCalls([id]);
            ask.close();
            if (deleted.length === 0) return;
            await navigate({ to: "/calls" });
            forgetCall(queryClient, id);
          }}
        />
      )}
    </>
  );
}
