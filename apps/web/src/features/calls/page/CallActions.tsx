import type { Call, CallEvent } from "@callwright/contract";
import { Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import { useMayEdit } from "../../../data/use-may-edit.ts";
import { ConfirmButton } from "../../../kit/ConfirmButton.tsx";
import { ConfirmLater } from "../../../kit/ConfirmLater.tsx";
import { DotsMenu } from "../../../kit/DotsMenu.tsx";
import { useCopy } from "../../../kit/use-copy.ts";
import { useDelete } from "../../../resource/use-delete.ts";
import { MakeTest, useMakeTest } from "../../simulations/MakeTest.tsx";
import { CALLS, forgetCall, isRunning } from "../call-queries.ts";
import { useEndCall } from "../supervise/EndCall.tsx";

interface CallActionsProps {
  call: Call;
  events: readonly CallEvent[] | undefined;
  /** All actions are in the menu. */
  isNarrow: boolean;
}

/** The actions of a call in its header. Rare actions are in the menu. A running call has its other actions at the bottom of its page. */
export function CallActions({ call, events, isNarrow }: CallActionsProps) {
  const mayEnd = useMayEdit("endCall");
  return (
    <>
      <More call={call} events={events} isNarrow={isNarrow} />
      {call.status === "scheduled" && mayEnd && <CancelCall id={call.id} />}
      {!isRunning(call) && !isNarrow && <MakeTest call={call} events={events} />}
    </>
  );
}

function More({ call, events, isNarrow }: CallActionsProps) {
  const { t } = useTranslation();
  const { copy, copied } = useCopy();
  const [isDeleting, deletion] = useDisclosure();
  const [isBlocking, block] = useDisclosure();
  const mayDelete = useMayEdit("deleteCall") && !isRunning(call);
  const mayBlock = useMayEdit("addDoNotCall");
  const number =
    typeof call.customer?.number === "string" && call.customer.number.startsWith("+") ? call.customer.number : undefined;
  const test = useMakeTest(call, events);
  const question = useDeletion(call.id);
  const { mutateAsync: doNotCall } = useDoNotCall();
  return (
    <>
      <DotsMenu aria-label={t("call.more")} size={32}>
        <Menu.Item closeMenuOnClick={false} onClick={() => void copy(call.id)}>
          {copied ? t("app.copied") : t("call.copyId")}
        </Menu.Item>
        {isNarrow && test.isOffered && !isRunning(call) && (
          <Menu.Item disabled={test.rule !== undefined || !events} onClick={() => test.make(undefined)}>
            {t("testRuns.ofCall")}
          </Menu.Item>
        )}
        {mayBlock && number !== undefined && <Menu.Item onClick={block.open}>{t("call.doNotCall")}</Menu.Item>}
        {mayDelete && (
          <Menu.Item color="red" onClick={deletion.open}>
            {t("call.delete")}
          </Menu.Item>
        )}
      </DotsMenu>
      <ConfirmLater isAsking={isDeleting} onClose={deletion.close} {...question} />
      <ConfirmLater
        isAsking={isBlocking}
        onClose={block.close}
        title={t("call.doNotCallTitle", { number: number ?? "" })}
        body={t("call.doNotCallBody")}
        confirm={t("call.doNotCallConfirm")}
        onConfirm={async () => {
          if (number !== undefined) await doNotCall(number);
        }}
      />
    </>
  );
}

/** Adds a number to those that the organization's calls and campaigns do not call. */
function useDoNotCall() {
  const { t } = useTranslation();
  const client = useClient();
  return useMutation({
    mutationFn: async (number: string) => {
      const { errors } = await client.doNotCall.add({ body: { numbers: [number] } });
      if (errors[0]) throw new Error(`${errors[0].number} ${errors[0].reason}`);
      return number;
    },
    onSuccess: (number) => notifications.show({ message: t("call.doNotCallDone", { number }) }),
  });
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

function useDeletion(id: string) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { question } = useDelete(CALLS);
  return question([{ id, name: t("calls.unnamed") }], async ([gone]: readonly string[]) => {
    if (gone === undefined) return;
    await navigate({ to: "/calls" });
    forgetCall(queryClient, gone);
  });
}
