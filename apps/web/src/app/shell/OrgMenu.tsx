import { Menu } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useServices } from "../services.tsx";
import type { SignedIn } from "../session.ts";
import { OrgTrigger } from "./menu-triggers.tsx";

/** The organisations of those who have several. */
export function OrgMenu({ session: { org, orgs } }: { session: SignedIn }) {
  const { session } = useServices();
  const navigate = useNavigate();
  return (
    <Menu position="bottom-start" width="target" defaultOpened>
      <Menu.Target>
        <OrgTrigger org={org} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={org.id}
          onChange={(orgId) => {
            session.chooseOrg(orgId);
            void navigate({ to: "/assistants" });
          }}
        >
          {orgs.map((each) => (
            <Menu.RadioItem key={each.id} value={each.id} closeMenuOnClick>
              {each.name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
