import { type Invitation, type OrgMember, ROLES, type Role } from "@callwright/contract";
import { Button, Group, Menu, NativeSelect, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { invitationsQuery, membersQuery, orgKeys } from "../../data/org-queries.ts";
import { useClient, useServices, useSignedIn } from "../../data/services.tsx";
import { memberName } from "../../data/use-member-name.ts";
import { useShownError } from "../../data/use-shown-error.ts";
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx";
import { DotsMenu } from "../../kit/DotsMenu.tsx";
import { Instant } from "../../kit/Instant.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { DataTable } from "../../kit/table/DataTable.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useMinute } from "../../kit/use-now.ts";
import { QueryState } from "../../resource/QueryState.tsx";
import { CopyInvitationLink } from "./CopyInvitationLink.tsx";
import { InviteForm } from "./InviteForm.tsx";
import membersClasses from "./members.module.css";
import classes from "./organization.module.css";
import { SettingsSection } from "./SettingsSection.tsx";

/** Settings → Members: members, roles and invitations. */
export function MembersPage() {
  const { t } = useTranslation();
  const { org } = useSignedIn();
  const isAdmin = org.role === "admin";
  const members = useQuery(membersQuery(useClient(), org.id));
  return (
    <div className={classes.page}>
      <PageHeader title={t("members.title")} />
      <div className={classes.sections}>
        {!isAdmin && <p className={classes.intro}>{t("members.adminsOnly")}</p>}
        <QueryState query={members} failed={(reason) => t("members.loadFailed", { reason })} />
        {members.data && isAdmin && <InviteForm memberAddresses={members.data.map(({ email }) => email)} />}
        {members.data && <MemberTable members={members.data} isAdmin={isAdmin} />}
        <Invitations isAdmin={isAdmin} />
      </div>
    </div>
  );
}

/** Pending invitations. */
function Invitations({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation();
  const { data, error, dataUpdatedAt } = useQuery(invitationsQuery(useClient(), useSignedIn().org.id));
  const openedMs = useMinute();
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
        <InvitationTable invitations={data} isAdmin={isAdmin} nowMs={Math.max(openedMs, dataUpdatedAt)} />
      )}
    </SettingsSection>
  );
}

function MemberTable({ members, isAdmin }: { members: readonly OrgMember[]; isAdmin: boolean }) {
  const { t } = useTranslation();
  const client = useClient();
  const { org, user } = useSignedIn();
  const [removed, setRemoved] = useState<OrgMember>();
  const isSelf = ({ id }: OrgMember) => id === user.id;
  const remove = (member: OrgMember) =>
    !isSelf(member) && (
      <Button
        size="compact-sm"
        aria-label={t("members.removeNamed", { name: memberName(member) })}
        onClick={() => setRemoved(member)}
      >
        {t("members.remove")}
      </Button>
    );
  return (
    <SettingsSection title={t("members.count", { count: members.length })}>
      <DataTable
        kind="plain"
        label={t("members.title")}
        rows={members}
        styles={membersClasses}
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
            cell: (member) =>
              isAdmin ? <MemberRole member={member} isSelf={isSelf(member)} /> : t(`members.roles.${member.role}`),
          },
        ]}
        // Members can leave by themselves, so with one member there is nobody to remove.
        actions={isAdmin && members.length > 1 ? remove : undefined}
      />
      {removed && (
        <ConfirmDialog
          title={t("members.removeTitle", { name: memberName(removed) })}
          confirm={t("members.remove")}
          body={t("members.removeBody")}
          done={t("members.removed", { name: memberName(removed) })}
          changes={[orgKeys.members(org.id)]}
          onClose={() => setRemoved(undefined)}
          onConfirm={() => client.orgs.removeMember({ id: org.id, memberId: removed.id })}
        />
      )}
    </SettingsSection>
  );
}

interface MemberRoleProps {
  member: OrgMember;
  isSelf: boolean;
}

/** Changes a member's role. A failure is shown below. */
function MemberRole({ member, isSelf }: MemberRoleProps) {
  const { t } = useTranslation();
  const [lowered, setLowered] = useState<Role>();
  const change = useChangeRole(member, isSelf);
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

function useChangeRole(member: OrgMember, isSelf: boolean) {
  const { t } = useTranslation();
  const { session } = useServices();
  const { id } = useSignedIn().org;
  return useMutation({
    mutationFn: (role: Role) => session.client.orgs.updateUserRole({ id, body: { userId: member.id, role } }),
    onSuccess: async (_, role) => {
      notifications.show({
        message: t("members.roleChanged", { name: memberName(member), role: t(`members.roles.${role}`) }),
      });
      if (isSelf) await session.reloadOrgs();
    },
    meta: { changes: [orgKeys.members(id)] },
  });
}

interface InvitationTableProps {
  invitations: readonly Invitation[];
  isAdmin: boolean;
  nowMs: number;
}

function InvitationTable({ invitations, isAdmin, nowMs }: InvitationTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <DataTable
      kind="plain"
      label={t("members.invitations")}
      rows={invitations}
      styles={membersClasses}
      columns={[
        {
          id: "address",
          label: t("members.email"),
          cell: ({ email, role, expiresAt }) => (
            <>
              {email}
              <span className={membersClasses.inviteNote}>
                {t(`members.roles.${role}`)} · {t("members.expiresIn", { time: format.until(expiresAt, nowMs) })}
              </span>
            </>
          ),
        },
        { id: "invitedAs", label: t("members.role"), cell: ({ role }) => t(`members.roles.${role}`) },
        {
          id: "sent",
          label: t("members.sent"),
          cell: ({ sentAt }) => (sentAt === undefined ? t("members.notSent") : <Instant iso={sentAt} nowMs={nowMs} />),
        },
        {
          id: "expires",
          label: t("members.expires"),
          cell: ({ expiresAt }) => <Instant iso={expiresAt}>{format.until(expiresAt, nowMs)}</Instant>,
        },
      ]}
      actions={isAdmin ? (invitation) => <InvitationActions invitation={invitation} /> : undefined}
    />
  );
}

function InvitationActions({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation();
  const client = useClient();
  const { id } = useSignedIn().org;
  const { id: invitationId, email } = invitation;
  const meta = { changes: [orgKeys.invitations(id)] };
  const resend = useMutation({
    mutationFn: () => client.invitations.resend({ id, invitationId }),
    onSuccess: () => notifications.show({ message: t("members.resent", { email }) }),
    meta,
  });
  const withdraw = useMutation({
    mutationFn: () => client.invitations.withdraw({ id, invitationId }),
    onSuccess: () => notifications.show({ message: t("members.withdrawn", { email }) }),
    meta,
  });
  const failure = resend.error ?? withdraw.error;
  return (
    <>
      <Group gap={4} wrap="nowrap" justify="flex-end">
        <CopyInvitationLink invitation={invitation} />
        <DotsMenu aria-label={t("members.actionsOf", { name: email })}>
          <Menu.Item onClick={() => resend.mutate()}>{t("members.resend")}</Menu.Item>
          <Menu.Item color="red" onClick={() => withdraw.mutate()}>
            {t("members.withdraw")}
          </Menu.Item>
        </DotsMenu>
      </Group>
      {failure && (
        <span className={membersClasses.problem} role="alert">
          {failure.message}
        </span>
      )}
    </>
  );
}
