import { Menu, useMantineColorScheme } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useSignedIn } from "../../data/services.tsx";
import { API_REFERENCE_PATH } from "../../kit/api-reference-path.ts";
import { AccountTrigger } from "./menu-triggers.tsx";
import classes from "./shell.module.css";
import { useSignOut } from "./use-sign-out.ts";

const THEMES = [
  { value: "light", message: "shell.light" },
  { value: "dark", message: "shell.dark" },
  { value: "auto", message: "shell.system" },
] as const;

/** The user, theme, shortcuts and sign-out. Loaded by the first click, so it opens when it mounts. */
export function AccountMenu({ onKeys }: { onKeys: () => void }) {
  const { t } = useTranslation();
  const { user } = useSignedIn();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  return (
    <Menu position="top-start" width={216} defaultOpened>
      <Menu.Target>
        <AccountTrigger />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.ellipsis}>{user.email}</Menu.Label>
        <Menu.Item component={Link} to="/settings/account">
          {t("shell.account")}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t("shell.theme")}</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => {
            const chosen = THEMES.find((each) => each.value === value);
            if (chosen) setColorScheme(chosen.value);
          }}
        >
          {THEMES.map(({ value, message }) => (
            <Menu.RadioItem key={value} value={value}>
              {t(message)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={onKeys} rightSection="?">
          {t("shell.keys")}
        </Menu.Item>
        <Menu.Item
          component="a"
          href={API_REFERENCE_PATH}
          target="_blank"
          rightSection={<IconExternalLink size={14} aria-hidden="true" />}
        >
          {t("shell.apiReference")}
        </Menu.Item>
        <Menu.Item onClick={signOut}>{t("shell.signOut")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
