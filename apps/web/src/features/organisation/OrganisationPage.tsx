import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { PageHeader } from "../../app/PageHeader.tsx";
import { PageSkeleton } from "../../app/PageSkeleton.tsx";
import { useClient, useSession } from "../../app/services.tsx";
import type { SignedIn } from "../../app/session.ts";
import { useShownError } from "../../app/use-shown-error.ts";
import { Invitations } from "./Invitations.tsx";
import { LeaveOrDelete } from "./LeaveOrDelete.tsx";
import { Members } from "./Members.tsx";
import { OrganisationForm } from "./OrganisationForm.tsx";
import { orgQuery } from "./org-queries.ts";
import classes from "./organisation.module.css";

/** What the organisation is called and does, who belongs to it, and the way out. */
export function OrganisationPage() {
  const session = useSession();
  return session.kind === "signed-in" ? <Organisation key={session.org.id} session={session} /> : null;
}

function Organisation({ session }: { session: SignedIn }) {
  const { t } = useTranslation();
  const isAdmin = session.org.role === "admin";
  const org = useQuery(orgQuery(useClient(), session.org.id));
  const failure = useShownError(org.error);
  return (
    <div className={classes.page}>
      <PageHeader title={t("organisation.title")} />
      <div className={classes.sections}>
        {failure && (
          <Alert color="red" variant="outline" role="alert">
            {t("organisation.failed", { reason: failure.message })}
          </Alert>
        )}
        {org.isPending && !org.error && <PageSkeleton />}
        {org.data && <OrganisationForm org={org.data} isAdmin={isAdmin} />}
        <Members session={session} isAdmin={isAdmin} />
        <Invitations orgId={session.org.id} isAdmin={isAdmin} />
        <LeaveOrDelete session={session} isAdmin={isAdmin} />
      </div>
    </div>
  );
}
