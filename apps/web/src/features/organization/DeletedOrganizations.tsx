import { type DeletedOrg, RESTORE_DAYS } from "@callwright/contract";
import { Alert, Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { deletedOrgsQuery, orgKeys } from "../../data/org-queries.ts";
import { useServices } from "../../data/services.tsx";
import { useShownError } from "../../data/use-shown-error.ts";
import { useFormat } from "../../kit/use-format.ts";
import classes from "./organization.module.css";
import { SettingsSection } from "./SettingsSection.tsx";

/** The user's deleted organizations that can be restored. */
export function DeletedOrganizations({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { session } = useServices();
  const [nowMs] = useState(Date.now);
  const deleted = useQuery(deletedOrgsQuery(session, userId));
  const failure = useShownError(deleted.error);
  if (failure)
    return (
      <Alert color="red" variant="outline" role="alert">
        {t("organization.deletedLoadFailed", { reason: failure.message })}
      </Alert>
    );
  if (!deleted.data || deleted.data.length === 0) return null;
  return (
    <SettingsSection title={t("organization.deletedOnes")}>
      <ul className={classes.deletedOnes}>
        {deleted.data.map((org) => (
          <DeletedRow key={org.id} org={org} userId={userId} nowMs={nowMs} />
        ))}
      </ul>
    </SettingsSection>
  );
}

function DeletedRow({ org, userId, nowMs }: { org: DeletedOrg; userId: string; nowMs: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { session } = useServices();
  const queryClient = useQueryClient();
  const { id, name, deletedAt } = org;
  const goneAt = new Date(Date.parse(deletedAt) + RESTORE_DAYS * 86_400_000).toISOString();
  const restore = useMutation({
    mutationFn: () => session.restoreOrg(id),
    onSuccess: async () => {
      notifications.show({ message: t("organization.restored", { name }) });
      await queryClient.invalidateQueries({ queryKey: orgKeys.deleted(userId) });
    },
  });
  return (
    <li>
      <div>
        {name}
        <span className={classes.hint}>{t("organization.goneForGood", { time: format.until(goneAt, nowMs) })}</span>
        {restore.error && (
          <span className={classes.problem} role="alert">
            {t("organization.failed", { reason: restore.error.message })}
          </span>
        )}
      </div>
      <Button
        size="compact-sm"
        loading={restore.isPending}
        aria-label={t("organization.restoreNamed", { name })}
        onClick={() => restore.mutate()}
      >
        {t("organization.restore")}
      </Button>
    </li>
  );
}
