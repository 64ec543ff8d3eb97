import type { Call, CallEvent } from "@callwright/contract";
import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconHandStop } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSignedIn } from "../../../data/services.tsx";
import { useMayEdit } from "../../../data/use-may-edit.ts";
import { AddMessage } from "./AddMessage.tsx";
import { EndCall } from "./EndCall.tsx";
import { Listen } from "./Listen.tsx";
import { MuteAssistant } from "./MuteAssistant.tsx";
import { SayForm } from "./SayForm.tsx";
import classes from "./supervise.module.css";
import { TakeOver } from "./TakeOver.tsx";
import { useControlCall } from "./use-control-call.ts";
import { holderOf, useTakeOver } from "./use-take-over.ts";

interface SuperviseProps {
  call: Call;
  events: readonly CallEvent[];
}

/** Actions in a running call: take it over, listen in, speak through the assistant, mute it, add a message, end the call. */
export function Supervise({ call, events }: SuperviseProps) {
  const { t } = useTranslation();
  const control = useControlCall(call.id);
  const mayControl = useMayEdit("controlCall");
  const takeOver = useTakeOver(call.id);
  const { user } = useSignedIn();
  if (!mayControl) return null;
  const isSteerable = call.monitor?.controlUrl !== undefined;
  const listenUrl = call.monitor?.listenUrl;
  // Before a caller has joined, there is nobody to talk to.
  const isJoined = call.status === "in-progress";
  const holder = isJoined ? holderOf(events) : undefined;
  // While the call is passed on, it can still come back.
  const isForwarded = call.status === "forwarding";
  const isMine = takeOver.isMine && (isJoined || isForwarded);
  const isOthers = holder !== undefined && !isMine;
  const isOwn = holder?.userId === user.id;
  return (
    <section className={classes.panel} aria-label={t("supervise.title")}>
      {control.error && (
        <p role="alert" className={classes.failed}>
          {t("supervise.failed", { reason: control.error.message })}
        </p>
      )}
      {takeOver.isLost && !isMine && (
        <p role="alert" className={classes.failed}>
          {t("supervise.takeOver.lost")}
        </p>
      )}
      {isMine ? (
        <TakeOver call={call} events={events} control={control} onGiveBack={takeOver.giveBack} />
      ) : (
        <div className={classes.controls}>
          {!isSteerable && <span className={classes.note}>{t("supervise.notSteerable")}</span>}
          {isSteerable && isOthers && (
            <span className={classes.note} role="status">
              {isOwn ? t("supervise.takeOver.elsewhere") : t("supervise.takeOver.taken", { name: holder.name })}
            </span>
          )}
          {isSteerable && !isOthers && (
            <>
              <SayForm isEnabled={isJoined} isForwarded={isForwarded} control={control} />
              <MuteAssistant isEnabled={isJoined} events={events} control={control} />
              <AddMessage isEnabled={isJoined} control={control} />
            </>
          )}
          {listenUrl !== undefined && <Listen url={async () => listenUrl} isEnabled={isJoined || isForwarded} />}
          {isSteerable && (!isOthers || isOwn) && <TakeButton isEnabled={isJoined} take={takeOver.take} />}
          <EndCall id={call.id} isSteerable={isSteerable} control={control} />
        </div>
      )}
    </section>
  );
}

/** Shows why the call could not be taken. */
export function TakeButton({
  isEnabled,
  isWanted = false,
  take,
}: {
  isEnabled: boolean;
  isWanted?: boolean;
  take: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const [isTaking, setTaking] = useState(false);
  const start = async () => {
    setTaking(true);
    await take().catch(({ message }: Error) => notifications.show({ color: "red", message }));
    setTaking(false);
  };
  return (
    <Button
      variant={isWanted ? "filled" : "default"}
      disabled={!isEnabled}
      loading={isTaking}
      leftSection={<IconHandStop size={16} aria-hidden="true" />}
      onClick={() => void start()}
    >
      {t("supervise.takeOver.take")}
    </Button>
  );
}
