import type { KeySet } from "@callwright/contract";
import { Button, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../app/services.tsx";
import { useFormat } from "../../app/use-format.ts";
import { ConfirmDialog } from "../organisation/ConfirmDialog.tsx";
import { keySetKeys } from "./key-set-queries.ts";
import classes from "./key-sets.module.css";

export function KeySetTable({ orgId, keySets }: { orgId: string; keySets: readonly KeySet[] }) {
  const { t } = useTranslation();
  const [removed, setRemoved] = useState<KeySet>();
  const [nowMs] = useState(Date.now);
  return (
    <div className={classes.tablePlace}>
      <table className={classes.table} aria-label={t("keySets.title")}>
        <thead>
          <tr>
            <th scope="col">{t("keySets.name")}</th>
            <th scope="col" className={classes.where}>
              {t("keySets.where")}
            </th>
            <th scope="col" className={classes.role}>
              {t("keySets.role")}
            </th>
            <th scope="col" className={classes.time}>
              {t("keySets.lastUsed")}
            </th>
            <th scope="col" className={classes.actions}>
              <span className="visually-hidden">{t("keySets.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keySets.map((keySet) => (
            <KeySetRow key={keySet.id} keySet={keySet} nowMs={nowMs} onRemove={() => setRemoved(keySet)} />
          ))}
        </tbody>
      </table>
      {removed && <RemoveKeySetDialog orgId={orgId} keySet={removed} onClose={() => setRemoved(undefined)} />}
    </div>
  );
}

function KeySetRow({ keySet, nowMs, onRemove }: { keySet: KeySet; nowMs: number; onRemove: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { name, issuer, jwksUrl, keys, role, lastUsedAt } = keySet;
  const where = jwksUrl ?? t("keySets.keyCount", { count: keys?.keys.length ?? 0 });
  return (
    <tr>
      <td>
        <span className={classes.name}>{name}</span>
        <span className={classes.issuer}>{issuer}</span>
      </td>
      <td className={classes.where} title={where}>
        {where}
      </td>
      <td className={classes.role}>{t(`members.roles.${role}`)}</td>
      <td className={classes.time}>
        {lastUsedAt === undefined ? (
          t("keySets.never")
        ) : (
          <time dateTime={lastUsedAt} title={format.utc(lastUsedAt)}>
            {format.age(lastUsedAt, nowMs)}
          </time>
        )}
      </td>
      <td className={classes.actions}>
        <Button size="compact-sm" aria-label={t("keySets.removeNamed", { name })} onClick={onRemove}>
          {t("keySets.remove")}
        </Button>
      </td>
    </tr>
  );
}

function RemoveKeySetDialog({ orgId, keySet: { id, name }, onClose }: { orgId: string; keySet: KeySet; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const remove = async () => {
    await client.deleteKeySet({ id: orgId, keySetId: id });
    notifications.show({ message: t("keySets.removed", { name }) });
    onClose();
    await queryClient.invalidateQueries({ queryKey: keySetKeys.all(orgId) });
  };
  return (
    <ConfirmDialog title={t("keySets.removeTitle", { name })} confirm={t("keySets.remove")} onClose={onClose} onConfirm={remove}>
      <Text>{t("keySets.removeBody")}</Text>
    </ConfirmDialog>
  );
}
