import { Alert, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { invitationsQuery, membersQuery } from "../../data/org-queries.ts";
import { useClient, useSession } from "../../data/services.tsx";
import type { SignedIn } from "../../data/session.ts";
import { useShownError } from "../../data/use-shown-error.ts";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { InvitationTable } from "./InvitationTable.tsx";
import { InviteForm } from "./InviteForm.tsx";
import { MemberTable } from "./MemberTable.tsx";
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
        {failure && (
          <Alert color="red" variant="outline" role="alert">
            {t("members.loadFailed", { reason: failure.message })}
          </Alert>
        )}
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
