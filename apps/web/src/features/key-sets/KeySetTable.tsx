import type { KeySet } from "@callwright/contract";
import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx";
import { DataTable } from "../../kit/table/DataTable.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { keySetKeys } from "./key-set-queries.ts";
import classes from "./key-sets.module.css";

export function KeySetTable({ orgId, keySets }: { orgId: string; keySets: readonly KeySet[] }) {
  const { t } = useTranslation();
  const [removed, setRemoved] = useState<KeySet>();
  const format = useFormat();
  const [nowMs] = useState(Date.now);
  const where = ({ jwksUrl, keys }: KeySet) => jwksUrl ?? t("keySets.keyCount", { count: keys?.keys.length ?? 0 });
  return (
    <div className={classes.tablePlace}>
      <DataTable
        kind="plain"
        label={t("keySets.title")}
        rows={keySets}
        className={classes.table}
        columns={[
          {
            id: "name",
            label: t("keySets.name"),
            cell: ({ name, issuer }) => (
              <>
                <span className={classes.name}>{name}</span>
                <span className={classes.issuer}>{issuer}</span>
              </>
            ),
          },
          { id: "where", label: t("keySets.where"), className: classes.where, title: where, cell: where },
          {
            id: "role",
            label: t("keySets.role"),
            className: classes.role,
            cell: ({ role }) => t(`members.roles.${role}`),
          },
          {
            id: "used",
            label: t("keySets.lastUsed"),
            className: classes.time,
            cell: ({ lastUsedAt }) =>
              lastUsedAt === undefined ? (
                t("keySets.never")
              ) : (
                <time dateTime={lastUsedAt} title={format.utc(lastUsedAt)}>
                  {format.age(lastUsedAt, nowMs)}
                </time>
              ),
          },
          {
            id: "actions",
            label: t("keySets.actions"),
            isLabelHidden: true,
            className: classes.actions,
            cell: (keySet) => (
              <Button
                size="compact-sm"
                aria-label={t("keySets.removeNamed", { name: keySet.name })}
                onClick={() => setRemoved(keySet)}
              >
                {t("keySets.remove")}
              </Button>
            ),
          },
        ]}
      />
      {removed && <RemoveKeySetDialog orgId={orgId} keySet={removed} onClose={() => setRemoved(undefined)} />}
    </div>
  );
}

function RemoveKeySetDialog({ orgId, keySet: { id, name }, onClose }: { orgId: string; keySet: KeySet; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const remove = async () => {
    await client.keySets.delete({ id: orgId, keySetId: id });
    notifications.show({ message: t("keySets.removed", { name }) });
    onClose();
    await queryClient.invalidateQueries({ queryKey: keySetKeys.all(orgId) });
  };
  return (
    <ConfirmDialog
      title={t("keySets.removeTitle", { name })}
      confirm={t("keySets.remove")}
      onClose={onClose}
      onConfirm={remove}
      body={t("keySets.removeBody")}
    />
  );
}
