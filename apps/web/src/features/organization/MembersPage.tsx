import { type Invitation, type OrgMember, ROLES, type Role } from "@callwright/contract";
import { Button, Group, Menu, NativeSelect, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { invitationsQuery, membersQuery, orgKeys } from "../../data/org-queries.ts";
import { useClient, useServices, useSession } from "../../data/services.tsx";
import type { SignedIn } from "../../data/session.ts";
import { memberName } from "../../data/use-member-name.ts";
import { useShownError } from "../../data/use-shown-error.ts";
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx";
import { DotsMenu } from "../../kit/DotsMenu.tsx";
import { Failure } from "../../kit/Failure.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { type Column, DataTable } from "../../kit/table/DataTable.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { CopyInvitationLink } from "./CopyInvitationLink.tsx";
import { InviteForm } from "./InviteForm.tsx";
import membersClasses from "./members.module.css";
import classes from "./organization.module.css";
import { SettingsSection } from "./SettingsSection.tsx";

/** Settings → Members: members, roles and invitations. */
export function MembersPage() {
  const session = useSession();
  return session.kind === "signed-in" ? <Members session={session} /> : null;
}

function Members({ session }: { session: SignedIn }) {
  const { t } = useTranslation();
  const { org } = session;
  const isAdmin = org.role === "admin";
  const members = useQuery(membersQuery(useClient(), org.id));
  const failure = useShownError(members.error);
  return (
    <div className={classes.page}>
      <PageHeader title={t("members.title")} />
      <div className={classes.sections}>
        {!isAdmin && <p className={classes.intro}>{t("members.adminsOnly")}</p>}
        <Failure>{failure && t("members.loadFailed", { reason: failure.message })}</Failure>
        {members.isPending && !members.error && <PageSkeleton />}
        {members.data && isAdmin && <InviteForm orgId={org.id} memberAddresses={members.data.map(({ email }) => email)} />}
        {members.data && <MemberTable session={session} members={members.data} isAdmin={isAdmin} />}
        <Invitations orgId={org.id} isAdmin={isAdmin} />
      </div>
    </div>
  );
}

/** Pending invitations. */
function Invitations({ orgId, isAdmin }: { orgId: string; isAdmin: boolean }) {
  const { t } = useTranslation();
  const { data, error, dataUpdatedAt } = useQuery(invitationsQuery(useClient(), orgId));
  const [openedMs] = useState(Date.now);
  const failure = useShownError(error);
  if (!data && !failure) return null;
  return (
    <SettingsSection title={t("members.invitations")}>
      {failure && (
        <Text c="red" role="alert">
          {t("members.invitationsFailed", { reason: failure.message })}
        </Text>
      )}
      {data?.length === 0 && <Text c="dimmed">{t("members.noInvitations")}</Text>}
      {data && data.length > 0 && (
        <InvitationTable orgId={orgId} invitations={data} isAdmin={isAdmin} nowMs={Math.max(openedMs, dataUpdatedAt)} />
      )}
    </SettingsSection>
  );
}

interface MemberTableProps {
  session: SignedIn;
  members: readonly OrgMember[];
  isAdmin: boolean;
}

function MemberTable({ session, members, isAdmin }: MemberTableProps) {
  const { t } = useTranslation();
  const [removed, setRemoved] = useState<OrgMember>();
  const isSelf = ({ id }: OrgMember) => id === session.user.id;
  const remove: Column<OrgMember> = {
    id: "remove",
    label: t("members.actions"),
    isLabelHidden: true,
    className: membersClasses.remove,
    cell: (member) =>
      !isSelf(member) && (
        <Button
          size="compact-sm"
          aria-label={t("members.removeNamed", { name: memberName(member) })}
          onClick={() => setRemoved(member)}
        >
          {t("members.remove")}
        </Button>
      ),
  };
  return (
    <SettingsSection title={t("members.count", { count: members.length })}>
      <DataTable
        kind="plain"
        label={t("members.title")}
        rows={members}
        className={membersClasses.table}
        columns={[
          {
            id: "name",
            label: t("members.name"),
            cell: (member) => (
              <>
                {memberName(member)} {isSelf(member) && <Pill>{t("members.you")}</Pill>}
                {member.fullName && <span className={membersClasses.email}>{member.email}</span>}
              </>
            ),
          },
          {
            id: "role",
            label: t("members.role"),
            className: membersClasses.role,
            cell: (member) =>
              isAdmin ? (
                <MemberRole member={member} orgId={session.org.id} isSelf={isSelf(member)} />
              ) : (
                t(`members.roles.${member.role}`)
              ),
          },
          // Members leave by themselves, so an organization of one has nobody to remove.
          ...(isAdmin && members.length > 1 ? [remove] : []),
        ]}
      />
      {removed && <RemoveMemberDialog orgId={session.org.id} member={removed} onClose={() => setRemoved(undefined)} />}
    </SettingsSection>
  );
}

/** Removes a member from the organization. */
function RemoveMemberDialog({ orgId, member, onClose }: { orgId: string; member: OrgMember; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const name = memberName(member);
  const remove = async () => {
    await client.orgs.removeMember({ id: orgId, memberId: member.id });
    notifications.show({ message: t("members.removed", { name }) });
    await queryClient.invalidateQueries({ queryKey: orgKeys.members(orgId) });
  };
  return (
    <ConfirmDialog
      title={t("members.removeTitle", { name })}
      confirm={t("members.remove")}
      onClose={onClose}
      onConfirm={remove}
      body={t("members.removeBody")}
    />
  );
}

interface MemberRoleProps {
  member: OrgMember;
  orgId: string;
  isSelf: boolean;
}

/** Changes a member's role. A failure is shown below. */
function MemberRole({ member, orgId, isSelf }: MemberRoleProps) {
  const { t } = useTranslation();
  const [lowered, setLowered] = useState<Role>();
  const change = useChangeRole(orgId, member, isSelf);
  const choose = (value: string) => {
    const role = ROLES.find((each) => each === value);
    if (role === undefined || role === member.role) return;
    if (isSelf) setLowered(role);
    else change.mutate(role);
  };
  return (
    <>
      <NativeSelect
        aria-label={t("members.roleOf", { name: memberName(member) })}
        value={change.isPending ? change.variables : member.role}
        disabled={change.isPending}
        data={ROLES.map((value) => ({ value, label: t(`members.roles.${value}`) }))}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {change.error && (
        <span className={membersClasses.problem} role="alert">
          {change.error.message}
        </span>
      )}
      {lowered && (
        <ConfirmDialog
          title={t("members.lowerSelfTitle", { role: t(`members.roles.${lowered}`) })}
          body={t("members.lowerSelfBody")}
          confirm={t("members.lowerSelf")}
          onClose={() => setLowered(undefined)}
          onConfirm={() => change.mutateAsync(lowered)}
        />
      )}
    </>
  );
}

function useChangeRole(orgId: string, member: OrgMember, isSelf: boolean) {
  const { t } = useTranslation();
  const client = useClient();
  const { session } = useServices();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (role: Role) => client.orgs.updateUserRole({ id: orgId, body: { userId: member.id, role } }),
    onSuccess: async (_, role) => {
      notifications.show({
        message: t("members.roleChanged", { name: memberName(member), role: t(`members.roles.${role}`) }),
      });
      if (isSelf) await session.reloadOrgs();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: orgKeys.members(orgId) }),
  });
}

interface InvitationTableProps {
  orgId: string;
  invitations: readonly Invitation[];
  isAdmin: boolean;
  nowMs: number;
}

function InvitationTable({ orgId, invitations, isAdmin, nowMs }: InvitationTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [failed, setFailed] = useState<{ id: string; message: string }>();
  const actions: Column<Invitation> = {
    id: "actions",
    label: t("members.actions"),
    isLabelHidden: true,
    className: membersClasses.rowActions,
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
      className={membersClasses.table}
      columns={[
        {
          id: "email",
          label: t("members.email"),
          cell: ({ id, email, role, expiresAt }) => (
            <>
              {email}
              <span className={membersClasses.inviteNote}>
                {t(`members.roles.${role}`)} · {t("members.expiresIn", { time: format.until(expiresAt, nowMs) })}
              </span>
              {failed?.id === id && (
                <span className={membersClasses.problem} role="alert">
                  {failed.message}
                </span>
              )}
            </>
          ),
        },
        {
          id: "role",
          label: t("members.role"),
          className: membersClasses.invitedAs,
          cell: ({ role }) => t(`members.roles.${role}`),
        },
        {
          id: "sent",
          label: t("members.sent"),
          className: membersClasses.time,
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
          className: membersClasses.time,
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
      <DotsMenu aria-label={t("members.actionsOf", { name: invitation.email })}>
        <Menu.Item onClick={() => resend.mutate()}>{t("members.resend")}</Menu.Item>
        <Menu.Item color="red" onClick={() => withdraw.mutate()}>
          {t("members.withdraw")}
        </Menu.Item>
      </DotsMenu>
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
