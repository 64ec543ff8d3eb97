import { RESTORE_DAYS } from "@callwright/contract";
import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../app/services.tsx";
import { useFormat } from "../../app/use-format.ts";
import { type DeletedOrg, deletedOrgs, forgetDeletedOrg } from "./deleted-orgs.ts";
import classes from "./organisation.module.css";
import { SettingsSection } from "./SettingsSection.tsx";

/** What this person deleted in this browser, for as long as it can be brought back. */
export function DeletedOrganisations({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const [nowMs] = useState(Date.now);
  const [orgs] = useState(() => deletedOrgs(window.localStorage, nowMs).filter((org) => org.userId === userId));
  if (orgs.length === 0) return null;
  return (
    <SettingsSection title={t("organisation.deletedOnes")}>
      <ul className={classes.deletedOnes}>
        {orgs.map((org) => (
          <DeletedRow key={org.id} org={org} nowMs={nowMs} />
        ))}
      </ul>
    </SettingsSection>
  );
}

function DeletedRow({ org, nowMs }: { org: DeletedOrg; nowMs: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { session } = useServices();
  const { id, name, deletedAtMs } = org;
  const goneAt = new Date(deletedAtMs + RESTORE_DAYS * 86_400_000).toISOString();
  const restore = useMutation({
    mutationFn: () => session.restoreOrg(id),
    onSuccess: () => {
      forgetDeletedOrg(window.localStorage, id);
      notifications.show({ message: t("organisation.restored", { name }) });
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
