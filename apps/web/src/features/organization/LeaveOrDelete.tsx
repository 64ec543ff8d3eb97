import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../data/services.tsx";
import type { SignedIn } from "../../data/session.ts";
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx";
import { DeleteOrgDialog } from "./DeleteOrgDialog.tsx";
import { SettingsSection } from "./SettingsSection.tsx";

/** Leaves or deletes the organization. Another organization is entered afterwards. */
export function LeaveOrDelete({ session: { org, user }, isAdmin }: { session: SignedIn; isAdmin: boolean }) {
  const { t } = useTranslation();
  const { session } = useServices();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<"leave" | "delete">();
  const { id, name } = org;
  const close = () => setAsked(undefined);
  const leave = async () => {
    await session.client.orgs.leave({ id });
    notifications.show({ message: t("organization.left", { name }) });
    await session.reloadOrgs();
    await navigate({ to: "/" });
  };
  return (
    <SettingsSection title={t("organization.danger")}>
      <Group>
        <Button onClick={() => setAsked("leave")}>{t("organization.leave")}</Button>
        {isAdmin && (
          <Button color="red" variant="outline" onClick={() => setAsked("delete")}>
            {t("organization.delete")}
          </Button>
        )}
      </Group>
      {asked === "leave" && (
        <ConfirmDialog
          title={t("organization.leaveTitle", { name })}
          confirm={t("organization.leave")}
          onClose={close}
          onConfirm={leave}
          body={t("organization.leaveBody")}
        />
      )}
      {asked === "delete" && <DeleteOrgDialog org={org} userId={user.id} onClose={close} />}
    </SettingsSection>
  );
}
