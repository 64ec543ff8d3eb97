import { Alert, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useSession } from "../../data/services.tsx";
import { useShownError } from "../../data/use-shown-error.ts";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { KeySetTable } from "./KeySetTable.tsx";
import { keySetsQuery } from "./key-set-queries.ts";
import classes from "./key-sets.module.css";
import { SigningHelp } from "./SigningHelp.tsx";

const KeySetDialog = lazy(async () => ({ default: (await import("./KeySetDialog.tsx")).KeySetDialog }));

/** Settings → Key sets: public keys with which an organization's own servers sign tokens. */
export function KeySetsPage() {
  const { t } = useTranslation();
  const session = useSession();
  if (session.kind !== "signed-in") return null;
  if (session.org.role === "admin") return <KeySets orgId={session.org.id} />;
  return (
    <div className={classes.page}>
      <PageHeader title={t("keySets.title")} />
      <p className={classes.intro}>{t("keySets.adminsOnly")}</p>
    </div>
  );
}

function KeySets({ orgId }: { orgId: string }) {
  const { t } = useTranslation();
  const list = useQuery(keySetsQuery(useClient(), orgId));
  const failure = useShownError(list.error);
  const [isOpen, setOpen] = useState(false);
  const create = (
    <Button variant="filled" onClick={() => setOpen(true)}>
      {t("keySets.new")}
    </Button>
  );
  return (
    <div className={classes.page}>
      <PageHeader title={t("keySets.title")} actions={create} />
      <p className={classes.intro}>{t("keySets.intro")}</p>
      {failure && (
        <Alert color="red" variant="outline" m="lg" role="alert">
          {t("keySets.loadFailed", { reason: failure.message })}
        </Alert>
      )}
      {list.isPending && !list.error && <PageSkeleton />}
      {list.data?.length === 0 && <EmptyNote title={t("keySets.empty")} body={t("keySets.emptyBody")} action={create} />}
      {list.data && list.data.length > 0 && <KeySetTable orgId={orgId} keySets={list.data} />}
      {list.data && <SigningHelp orgId={orgId} keySets={list.data} />}
      <Suspense fallback={null}>{isOpen && <KeySetDialog orgId={orgId} onClose={() => setOpen(false)} />}</Suspense>
    </div>
  );
}
