import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { orgQuery } from "../../data/org-queries.ts";
import { useClient, useSession } from "../../data/services.tsx";
import type { SignedIn } from "../../data/session.ts";
import { useShownError } from "../../data/use-shown-error.ts";
import { CopyId } from "../../kit/CopyId.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { DeletedOrganizations } from "./DeletedOrganizations.tsx";
import { LeaveOrDelete } from "./LeaveOrDelete.tsx";
import { OrganizationForm } from "./OrganizationForm.tsx";
import classes from "./organization.module.css";
import { Quotas } from "./Quotas.tsx";

/** Settings → Organization: its fields, leaving and deleting it. */
export function OrganizationPage() {
  const session = useSession();
  return session.kind === "signed-in" ? <Organization session={session} /> : null;
}

function Organization({ session }: { session: SignedIn }) {
  const { t } = useTranslation();
  const isAdmin = session.org.role === "admin";
  const org = useQuery(orgQuery(useClient(), session.org.id));
  const failure = useShownError(org.error);
  return (
    <div className={classes.page}>
      <PageHeader title={t("organization.title")}>
        <CopyId id={session.org.id} label={t("organization.copyId")} />
      </PageHeader>
      <div className={classes.sections}>
        {failure && (
          <Alert color="red" variant="outline" role="alert">
            {t("organization.loadFailed", { reason: failure.message })}
          </Alert>
        )}
        {org.isPending && !org.error && <PageSkeleton />}
        {org.data && <OrganizationForm org={org.data} isAdmin={isAdmin} />}
        {org.data?.quotas && <Quotas quotas={org.data.quotas} />}
        <LeaveOrDelete session={session} isAdmin={isAdmin} />
        <DeletedOrganizations userId={session.user.id} />
      </div>
    </div>
  );
}
