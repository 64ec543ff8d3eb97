import type { Invitation } from "@callwright/contract";
import { ActionIcon, Button, Group, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDots } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient } from "../../app/services.tsx";
import { useCopy } from "../../app/use-copy.ts";
import { useFormat } from "../../app/use-format.ts";
import classes from "./members.module.css";
import { orgKeys } from "./org-queries.ts";

interface InvitationRowProps {
  invitation: Invitation;
  orgId: string;
  isAdmin: boolean;
  nowMs: number;
}

/** Somebody who was asked to join. The link in the mail can be copied, for whom no mail reaches. */
export function InvitationRow({ invitation, orgId, isAdmin, nowMs }: InvitationRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { copy, copied } = useCopy();
  const { resend, withdraw } = useInvitationActions(orgId, invitation);
  const { id, email, role, expiresAt, sentAt } = invitation;
  const failure = resend.error ?? withdraw.error;
  return (
    <tr>
      <td>
        {email}
        <span className={classes.inviteNote}>
          {t(`members.roles.${role}`)} · {t("members.expiresIn", { time: format.until(expiresAt, nowMs) })}
        </span>
        {failure && (
          <span className={classes.problem} role="alert">
            {failure.message}
          </span>
        )}
      </td>
      <td className={classes.invitedAs}>{t(`members.roles.${role}`)}</td>
      <td className={classes.time}>
        {sentAt === undefined ? (
          t("members.notSent")
        ) : (
          <time dateTime={sentAt} title={format.utc(sentAt)}>
            {format.age(sentAt, nowMs)}
          </time>
        )}
      </td>
      <td className={classes.time}>
        <time dateTime={expiresAt} title={format.utc(expiresAt)}>
          {format.until(expiresAt, nowMs)}
        </time>
      </td>
      {isAdmin && (
        <td className={classes.rowActions}>
          <Group gap={4} wrap="nowrap" justify="flex-end">
            <Button
              size="compact-sm"
              aria-label={copied ? undefined : t("members.copyLinkNamed", { email })}
              onClick={() => void copy(`${window.location.origin}/invite/${id}`)}
            >
              {t(copied ? "app.copied" : "members.copyLink")}
            </Button>
            <Menu>
              <Menu.Target>
                <ActionIcon aria-label={t("members.actionsOf", { name: email })}>
                  <IconDots size={16} aria-hidden="true" />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => resend.mutate()}>{t("members.resend")}</Menu.Item>
                <Menu.Item color="red" onClick={() => withdraw.mutate()}>
                  {t("members.withdraw")}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Group>
        </td>
      )}
    </tr>
  );
}

function useInvitationActions(orgId: string, { id: invitationId, email }: Invitation) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: orgKeys.invitations(orgId) });
  return {
    resend: useMutation({
      mutationFn: () => client.resendInvitation({ id: orgId, invitationId }),
      onSuccess: () => notifications.show({ message: t("members.resent", { email }) }),
      onSettled,
    }),
    withdraw: useMutation({
      mutationFn: () => client.withdrawInvitation({ id: orgId, invitationId }),
      onSuccess: () => notifications.show({ message: t("members.withdrawn", { email }) }),
      onSettled,
    }),
  };
}
