import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { membersQuery } from "../../data/org-queries.ts";
import { useClient, useSession } from "../../data/services.tsx";
import type { SignedIn } from "../../data/session.ts";
import { useShownError } from "../../data/use-shown-error.ts";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { Invitations } from "./Invitations.tsx";
import { InviteForm } from "./InviteForm.tsx";
import { MemberTable } from "./MemberTable.tsx";
import classes from "./organization.module.css";

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
