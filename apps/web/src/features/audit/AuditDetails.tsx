import type { AuditEvent } from "@callwright/contract";
import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CopyId } from "../../kit/CopyId.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useReturnedFocus } from "../../kit/use-returned-focus.ts";
import classes from "./audit.module.css";
import { plainSentence } from "./audit-sentence.ts";

/** One event with all its fields. */
export function AuditDetails({ event, onClose }: { event: AuditEvent; onClose: () => void }) {
  const { t } = useTranslation();
  useReturnedFocus();
  const format = useFormat();
  const { createdAt, actor, actorId, actorName, action, targetId, targetName, ipAddress, userAgent, requestId } = event;
  const idOf = (id: string, name: string) => <CopyId id={id} label={t("audit.copyId", { name })} />;
  return (
    <Modal opened onClose={onClose} title={plainSentence(event, t)}>
      <dl className={classes.facts}>
        <Fact name={t("audit.fields.when")}>
          <time dateTime={createdAt}>{format.dateTimeSeconds(createdAt)}</time>
          <span className={classes.dim}>{format.utc(createdAt)}</span>
        </Fact>
        <Fact name={t("audit.fields.who")}>
          {actorName} {idOf(actorId, actorName)}
          <span className={classes.dim}>{t(`audit.actorKinds.${actor}`)}</span>
        </Fact>
        <Fact name={t("audit.fields.action")}>
          <span className="mono">{action}</span>
        </Fact>
        {targetId !== undefined && (
          <Fact name={t("audit.fields.target")}>
            {targetName} {idOf(targetId, t("audit.fields.target"))}
          </Fact>
        )}
        {ipAddress && (
          <Fact name={t("audit.fields.address")}>
            <span className="mono">{ipAddress}</span>
          </Fact>
        )}
        {userAgent && <Fact name={t("audit.fields.userAgent")}>{userAgent}</Fact>}
        {requestId && <Fact name={t("audit.fields.requestId")}>{idOf(requestId, t("audit.fields.requestId"))}</Fact>}
      </dl>
    </Modal>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
