import { RESTORE_DAYS } from "@callwright/contract";
import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../app/services.tsx";
import type { SignedIn } from "../../app/session.ts";
import { DeleteDialog } from "../../resource/list/DeleteDialog.tsx";
import { showUndo } from "../../resource/list/show-undo.tsx";
import { orgKeys } from "./org-queries.ts";
import classes from "./organisation.module.css";
import { useOrgChange } from "./use-org-change.ts";

/** The way out, for oneself or for everybody. Afterwards another organisation is open. */
export function LeaveOrDelete({ session: { org }, isAdmin }: { session: SignedIn; isAdmin: boolean }) {
  const { t } = useTranslation();
  const { session } = useServices();
  const navigate = useNavigate();
  const change = useOrgChange(orgKeys.one(org.id));
  const [asked, setAsked] = useState<"leave" | "delete">();
  const { id, name } = org;
  const leave = async () => {
    await session.client.leaveOrg({ id });
    await session.reloadOrgs();
    notifications.show({ message: t("organisation.left", { name }) });
    await navigate({ to: "/assistants" });
  };
  const restore = () =>
    void change(async () => {
      await session.restoreOrg(id);
      notifications.show({ message: t("organisation.restored", { name }) });
    });
  const remove = async () => {
    await session.client.deleteOrg({ id });
    await session.reloadOrgs();
    showUndo({ message: t("organisation.deleted", { name }), label: t("app.undo"), onUndo: restore });
    await navigate({ to: "/assistants" });
  };
  return (
    <section aria-label={t("organisation.danger")}>
      <h2 className={classes.title}>{t("organisation.danger")}</h2>
      <Group>
        <Button onClick={() => setAsked("leave")}>{t("organisation.leave")}</Button>
        {isAdmin && (
          <Button color="red" variant="outline" onClick={() => setAsked("delete")}>
            {t("organisation.delete")}
          </Button>
        )}
      </Group>
      {asked && (
        <DeleteDialog
          title={t(`organisation.${asked}Title`, { name })}
          body={t(`organisation.${asked}Body`, { days: String(RESTORE_DAYS) })}
          confirm={t(`organisation.${asked}`)}
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            await change(asked === "leave" ? leave : remove);
            setAsked(undefined);
          }}
        />
      )}
    </section>
  );
}
