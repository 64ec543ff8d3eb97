import { type DeletedOrg, RESTORE_DAYS } from "@callwright/contract";
import { Alert, Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../app/services.tsx";
import { useFormat } from "../../app/use-format.ts";
import { useShownError } from "../../app/use-shown-error.ts";
import { deletedOrgsQuery, orgKeys } from "./org-queries.ts";
import classes from "./organisation.module.css";
import { SettingsSection } from "./SettingsSection.tsx";

/** The deleted organisations of this person, for as long as they can be brought back. */
export function DeletedOrganisations({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { session } = useServices();
  const [nowMs] = useState(Date.now);
  const deleted = useQuery(deletedOrgsQuery(session, userId));
  const failure = useShownError(deleted.error);
  if (failure)
    return (
      <Alert color="red" variant="outline" role="alert">
        {t("organisation.deletedLoadFailed", { reason: failure.message })}
      </Alert>
    );
  if (!deleted.data || deleted.data.length === 0) return null;
  return (
    <SettingsSection title={t("organisation.deletedOnes")}>
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
      notifications.show({ message: t("organisation.restored", { name }) });
      await queryClient.invalidateQueries({ queryKey: orgKeys.deleted(userId) });
    },
  });
  return (
    <li>
      <div>
        {name}
        <span className={classes.hint}>{t("organisation.goneForGood", { time: format.until(goneAt, nowMs) })}</span>
        {restore.error && (
          <span className={classes.problem} role="alert">
            {t("organisation.failed", { reason: restore.error.message })}
          </span>
        )}
      </div>
      <Button
        size="compact-sm"
        loading={restore.isPending}
        aria-label={t("organisation.restoreNamed", { name })}
        onClick={() => restore.mutate()}
      >
        {t("organisation.restore")}
      </Button>
    </li>
  );
}
