import type { Invitation } from "@callwright/contract";
import { ActionIcon, Group, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDots } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { orgKeys } from "../../data/org-queries.ts";
import { useClient } from "../../data/services.tsx";
import { type Column, DataTable } from "../../kit/table/DataTable.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { CopyInvitationLink } from "./CopyInvitationLink.tsx";
import classes from "./members.module.css";

interface InvitationTableProps {
  orgId: string;
  invitations: readonly Invitation[];
  isAdmin: boolean;
  nowMs: number;
}

export function InvitationTable({ orgId, invitations, isAdmin, nowMs }: InvitationTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [failed, setFailed] = useState<{ id: string; message: string }>();
  const actions: Column<Invitation> = {
    id: "actions",
    label: t("members.actions"),
    isLabelHidden: true,
    className: classes.rowActions,
    cell: (invitation) => (
      <InvitationActions
        orgId={orgId}
        invitation={invitation}
        onFailure={(error) => setFailed(error && { id: invitation.id, message: error.message })}
      />
    ),
  };
  return (
    <DataTable
      kind="plain"
      label={t("members.invitations")}
      rows={invitations}
      className={classes.table}
      columns={[
        {
          id: "email",
          label: t("members.email"),
          cell: ({ id, email, role, expiresAt }) => (
            <>
              {email}
              <span className={classes.inviteNote}>
                {t(`members.roles.${role}`)} · {t("members.expiresIn", { time: format.until(expiresAt, nowMs) })}
              </span>
              {failed?.id === id && (
                <span className={classes.problem} role="alert">
                  {failed.message}
                </span>
              )}
            </>
          ),
        },
        {
          id: "role",
          label: t("members.role"),
          className: classes.invitedAs,
          cell: ({ role }) => t(`members.roles.${role}`),
        },
        {
          id: "sent",
          label: t("members.sent"),
          className: classes.time,
          cell: ({ sentAt }) =>
            sentAt === undefined ? (
              t("members.notSent")
            ) : (
              <time dateTime={sentAt} title={format.utc(sentAt)}>
                {format.age(sentAt, nowMs)}
              </time>
            ),
        },
        {
          id: "expires",
          label: t("members.expires"),
          className: classes.time,
          cell: ({ expiresAt }) => (
            <time dateTime={expiresAt} title={format.utc(expiresAt)}>
              {format.until(expiresAt, nowMs)}
            </time>
          ),
        },
        ...(isAdmin ? [actions] : []),
      ]}
    />
  );
}

interface InvitationActionsProps {
  orgId: string;
  invitation: Invitation;
  /** Undefined once a new attempt begins. */
  onFailure: (error: Error | undefined) => void;
}

function InvitationActions({ orgId, invitation, onFailure }: InvitationActionsProps) {
  const { t } = useTranslation();
  const { resend, withdraw } = useInvitationActions(orgId, invitation, onFailure);
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <CopyInvitationLink invitation={invitation} />
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label={t("members.actionsOf", { name: invitation.email })}>
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
  );
}

function useInvitationActions(orgId: string, { id: invitationId, email }: Invitation, onFailure: (error?: Error) => void) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const shared = {
    onMutate: () => onFailure(undefined),
    onError: onFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: orgKeys.invitations(orgId) }),
  };
  return {
    resend: useMutation({
      mutationFn: () => client.invitations.resend({ id: orgId, invitationId }),
      onSuccess: () => notifications.show({ message: t("members.resent", { email }) }),
      ...shared,
    }),
    withdraw: useMutation({
      mutationFn: () => client.invitations.withdraw({ id: orgId, invitationId }),
      onSuccess: () => notifications.show({ message: t("members.withdrawn", { email }) }),
      ...shared,
    }),
  };
}
