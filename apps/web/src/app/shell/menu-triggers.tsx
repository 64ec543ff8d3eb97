import { UnstyledButton, type UnstyledButtonProps } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import type { ComponentPropsWithRef } from "react";
import { useTranslation } from "react-i18next";
import { useSignedIn } from "../../data/services.tsx";
import { Mark } from "../../kit/Mark.tsx";
import { PersonPicture } from "../../kit/PersonPicture.tsx";
import classes from "./shell.module.css";

type TriggerProps = UnstyledButtonProps & ComponentPropsWithRef<"button">;

/** The organization's button on top of the rail. */
export function OrgTrigger(props: TriggerProps) {
  const { t } = useTranslation();
  const { org } = useSignedIn();
  return (
    <UnstyledButton
      {...props}
      className={classes.org}
      aria-haspopup="menu"
      aria-label={`${t("shell.chooseOrganization")}: ${org.name}`}
    >
      <Mark size={20} />
      <span className={classes.ellipsis} title={org.name}>
        {org.name}
      </span>
      <IconSelector size={14} aria-hidden="true" className={classes.push} />
    </UnstyledButton>
  );
}

/** The account's button at the foot of the rail. */
export function AccountTrigger(props: TriggerProps) {
  const { t } = useTranslation();
  const { user } = useSignedIn();
  return (
    <UnstyledButton
      {...props}
      className={classes.account}
      aria-haspopup="menu"
      aria-label={t("shell.accountOf", { name: user.name })}
    >
      <PersonPicture user={user} size={22} />
      <span className={classes.ellipsis}>{user.name}</span>
    </UnstyledButton>
  );
}
