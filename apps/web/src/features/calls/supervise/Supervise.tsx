import type { Call, CallEvent } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { useMayEdit } from "../../../data/use-may-edit.ts";
import { AddMessage } from "./AddMessage.tsx";
import { EndCall } from "./EndCall.tsx";
import { Listen } from "./Listen.tsx";
import { MuteAssistant } from "./MuteAssistant.tsx";
import { SayForm } from "./SayForm.tsx";
import classes from "./supervise.module.css";
import { useControlCall } from "./use-control-call.ts";

interface SuperviseProps {
  call: Pick<Call, "id" | "status" | "monitor">;
  events: readonly CallEvent[];
}

/** Actions in a running call: listen in, speak through the assistant, mute it, add a message, end the call. */
export function Supervise({ call, events }: SuperviseProps) {
  const { t } = useTranslation();
  const control = useControlCall(call.id);
  const mayControl = useMayEdit("controlCall");
  if (!mayControl) return null;
  const isSteerable = call.monitor?.controlUrl !== undefined;
  const listenUrl = call.monitor?.listenUrl;
  // Before a caller has joined, there is nobody to talk to.
  const isJoined = call.status === "in-progress";
  return (
    <section className={classes.panel} aria-label={t("supervise.title")}>
      {control.error && (
        <p role="alert" className={classes.failed}>
          {t("supervise.failed", { reason: control.error.message })}
        </p>
      )}
      <div className={classes.controls}>
        {isSteerable ? (
          <>
            <SayForm isEnabled={isJoined} isForwarded={call.status === "forwarding"} control={control} />
            <MuteAssistant isEnabled={isJoined} events={events} control={control} />
            <AddMessage isEnabled={isJoined} control={control} />
          </>
        ) : (
          <span className={classes.note}>{t("supervise.notSteerable")}</span>
        )}
        {listenUrl !== undefined && <Listen url={listenUrl} isEnabled={isJoined || call.status === "forwarding"} />}
        <EndCall id={call.id} isSteerable={isSteerable} control={control} />
      </div>
    </section>
  );
}
