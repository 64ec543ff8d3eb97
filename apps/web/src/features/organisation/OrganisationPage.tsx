import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { CopyId } from "../../app/CopyId.tsx";
import { PageHeader } from "../../app/PageHeader.tsx";
import { PageSkeleton } from "../../app/PageSkeleton.tsx";
import { useClient, useSession } from "../../app/services.tsx";
import type { SignedIn } from "../../app/session.ts";
import { useShownError } from "../../app/use-shown-error.ts";
import { DeletedOrganisations } from "./DeletedOrganisations.tsx";
import { LeaveOrDelete } from "./LeaveOrDelete.tsx";
import { OrganisationForm } from "./OrganisationForm.tsx";
import { orgQuery } from "./org-queries.ts";
import classes from "./organisation.module.css";

/** What the organisation is called and does, and the way out. */
export function OrganisationPage() {
  const session = useSession();
  return session.kind === "signed-in" ? <Organisation session={session} /> : null;
}

function Organisation({ session }: { session: SignedIn }) {
  const { t } = useTranslation();
  const isAdmin = session.org.role === "admin";
  const org = useQuery(orgQuery(useClient(), session.org.id));
  const failure = useShownError(org.error);
  return (
    <div className={classes.page}>
      <PageHeader title={t("organisation.title")}>
        <CopyId id={session.org.id} label={t("organisation.copyId")} />
      </PageHeader>
      <div className={classes.sections}>
        {failure && (
          <Alert color="red" variant="outline" role="alert">
            {t("organisation.loadFailed", { reason: failure.message })}
          </Alert>
        )}
        {org.isPending && !org.error && <PageSkeleton />}
        {org.data && <OrganisationForm org={org.data} isAdmin={isAdmin} />}
        <LeaveOrDelete session={session} isAdmin={isAdmin} />
        <DeletedOrganisations userId={session.user.id} />
      </div>
    </div>
  );
}
