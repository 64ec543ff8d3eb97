import type { Call, CallEvent } from "@callwright/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMayEdit } from "../../../data/use-may-edit.ts";
import { ConfirmButton } from "../../../kit/ConfirmButton.tsx";
import { useDelete } from "../../../resource/use-delete.ts";
import { MakeTest } from "../../simulations/MakeTest.tsx";
import { CALLS, forgetCall, isRunning } from "../call-queries.ts";
import { useEndCall } from "../supervise/EndCall.tsx";

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
  return (
    <ConfirmButton
      label={t("call.cancel")}
      title={t("call.cancelTitle")}
      body={t("call.cancelBody")}
      confirm={t("call.cancelConfirm")}
      onConfirm={useEndCall(id)}
    />
  );
}

function DeleteCall({ id }: { id: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { question } = useDelete(CALLS);
  const leave = async ([gone]: readonly string[]) => {
    if (gone === undefined) return;
    await navigate({ to: "/calls" });
    forgetCall(queryClient, gone);
  };
  return <ConfirmButton label={t("call.delete")} {...question([{ id, name: t("calls.unnamed") }], leave)} />;
}
