import { Menu, UnstyledButton } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Mark } from "../Mark.tsx";
import { useServices } from "../services.tsx";
import type { SessionState } from "../session.ts";
import classes from "./shell.module.css";

type SignedIn = Extract<SessionState, { kind: "signed-in" }>;

/** The organisation on top of the rail; a menu only for those who have several. */
export function OrgMenu({ session: { org, orgs } }: { session: SignedIn }) {
  const { t } = useTranslation();
  const { session, queryClient } = useServices();
  const navigate = useNavigate();
  const current = (
    <>
      <Mark size={20} />
      <span className={classes.ellipsis}>{org.name}</span>
    </>
  );
  if (orgs.length < 2) return <div className={classes.org}>{current}</div>;
  return (
    <Menu position="bottom-start" width="target">
      <Menu.Target>
        <UnstyledButton className={classes.org} aria-label={`${t("shell.chooseOrganisation")}: ${org.name}`}>
          {current}
          <IconSelector size={14} aria-hidden="true" className={classes.push} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={org.id}
          onChange={(orgId) => {
            session.chooseOrg(orgId);
            queryClient.clear();
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
