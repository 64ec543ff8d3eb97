import { Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useServices, useSignedIn } from "../../data/services.tsx";
import { OrgTrigger } from "./menu-triggers.tsx";

const CreateOrgDialog = lazy(async () => ({
  default: (await import("../../features/organization/CreateOrgDialog.tsx")).CreateOrgDialog,
}));

/** Switches between the user's organizations. `onNavigate` is called when another one is entered, so that a drawer can close. */
export function OrgMenu({ onNavigate }: { onNavigate: (() => void) | undefined }) {
  const { t } = useTranslation();
  const { org, orgs } = useSignedIn();
  const { session } = useServices();
  const navigate = useNavigate();
  const router = useRouter();
  const [creating, dialog] = useDisclosure();
  const enter = async (orgId: string) => {
    if (orgId === org.id) return;
    // Leave the page first: its unsaved changes may keep the user there.
    await navigate({ to: "/overview" });
    if (router.state.location.pathname !== "/overview") return;
    session.chooseOrg(orgId);
    onNavigate?.();
  };
  return (
    <>
      <Menu position="bottom-start" width="target" defaultOpened>
        <Menu.Target>
          <OrgTrigger />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.RadioGroup value={org.id} onChange={(orgId) => void enter(orgId)}>
            {orgs.map((each) => (
              <Menu.RadioItem key={each.id} value={each.id} closeMenuOnClick>
                {each.name}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={14} aria-hidden="true" />} onClick={dialog.open}>
            {t("organization.new")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>{creating && <CreateOrgDialog onClose={dialog.close} />}</Suspense>
    </>
  );
}
