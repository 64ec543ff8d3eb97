import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../app/services.tsx";
import type { SignedIn } from "../../app/session.ts";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { DeleteOrgDialog } from "./DeleteOrgDialog.tsx";
import { SettingsSection } from "./SettingsSection.tsx";

/** The way out, for oneself or for everybody. Afterwards another organisation is open. */
export function LeaveOrDelete({ session: { org, user }, isAdmin }: { session: SignedIn; isAdmin: boolean }) {
  const { t } = useTranslation();
  const { session } = useServices();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<"leave" | "delete">();
  const { id, name } = org;
  const close = () => setAsked(undefined);
  const leave = async () => {
    await session.client.leaveOrg({ id });
    notifications.show({ message: t("organisation.left", { name }) });
    await session.reloadOrgs();
    await navigate({ to: "/assistants" });
  };
  return (
    <SettingsSection title={t("organisation.danger")}>
      <Group>
        <Button onClick={() => setAsked("leave")}>{t("organisation.leave")}</Button>
        {isAdmin && (
          <Button color="red" variant="outline" onClick={() => setAsked("delete")}>
            {t("organisation.delete")}
          </Button>
        )}
      </Group>
      {asked === "leave" && (
        <ConfirmDialog
          title={t("organisation.leaveTitle", { name })}
          confirm={t("organisation.leave")}
          onClose={close}
          onConfirm={leave}
        >
          <Text>{t("organisation.leaveBody")}</Text>
        </ConfirmDialog>
      )}
      {asked === "delete" && <DeleteOrgDialog org={org} userId={user.id} onClose={close} />}
    </SettingsSection>
  );
}
