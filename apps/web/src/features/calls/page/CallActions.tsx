import type { Call, CallEvent } from "@callwright/contract";
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMayEdit } from "../../../data/use-may-edit.ts";
import { ConfirmDialog } from "../../../kit/ConfirmDialog.tsx";
import { MakeTest } from "../../test-suites/MakeTest.tsx";
import { forgetCall, isRunning } from "../call-queries.ts";
import { useEndCall } from "../supervise/EndCall.tsx";
import { useDeleteCalls, useDeleteWords } from "../use-delete-calls.ts";

/** The actions of an ended call and of a scheduled one. Those of a running call are at the bottom of its page. */
export function CallActions({ call, events }: { call: Call; events: readonly CallEvent[] | undefined }) {
  const mayDelete = useMayEdit("deleteCall");
  const mayEnd = useMayEdit("endCall");
  if (call.status === "scheduled") return mayEnd && <CancelCall id={call.id} />;
  if (isRunning(call)) return null;
  return (
    <>
      <MakeTest call={call} events={events} />
      {mayDelete && <DeleteCall id={call.id} />}
    </>
  );
}

function CancelCall({ id }: { id: string }) {
  const { t } = useTranslation();
  const [isAsking, ask] = useDisclosure();
  const end = useEndCall(id);
  return (
    <>
      <Button onClick={ask.open}>{t("call.cancel")}</Button>
      {isAsking && (
        <ConfirmDialog
          title={t("call.cancelTitle")}
          body={t("call.cancelBody")}
          confirm={t("call.cancelConfirm")}
          onClose={ask.close}
          onConfirm={async () => {
            await end();
            ask.close();
          }}
        />
      )}
    </>
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
        <ConfirmDialog
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
