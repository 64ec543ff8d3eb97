import type { Token } from "@callwright/contract";
import { Alert, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyNote } from "../../app/EmptyNote.tsx";
import { PageHeader } from "../../app/PageHeader.tsx";
import { PageSkeleton } from "../../app/PageSkeleton.tsx";
import { useClient, useSession } from "../../app/services.tsx";
import { TokenTable } from "./TokenTable.tsx";
import { tokenListQuery } from "./token-queries.ts";
import classes from "./tokens.module.css";

const TokenDialog = lazy(async () => ({ default: (await import("./TokenDialog.tsx")).TokenDialog }));

/** Keys to the platform for servers and for pages: who may start calls from where. */
export function TokensPage() {
  const { t } = useTranslation();
  const session = useSession();
  const list = useQuery(tokenListQuery(useClient()));
  const [edited, setEdited] = useState<Token | "new">();
  const mayEdit = session.kind === "signed-in" && session.org.role === "admin";
  const create = mayEdit && (
    <Button variant="filled" onClick={() => setEdited("new")}>
      {t("tokens.new")}
    </Button>
  );
  return (
    <div className={classes.page}>
      <PageHeader title={t("tokens.title")} actions={create} />
      <p className={classes.intro}>{t("tokens.intro")}</p>
      {!mayEdit && <p className={classes.intro}>{t("tokens.adminsOnly")}</p>}
      {list.isError && (
        <Alert color="red" variant="outline" m="lg" role="alert">
          {t("tokens.loadFailed", { reason: list.error.message })}
        </Alert>
      )}
      {list.isPending && <PageSkeleton />}
      {list.data?.length === 0 && <EmptyNote title={t("tokens.empty")} body={t("tokens.emptyBody")} action={create} />}
      {list.data && list.data.length > 0 && <TokenTable tokens={list.data} mayEdit={mayEdit} onEdit={setEdited} />}
      <Suspense fallback={null}>
        {edited && <TokenDialog token={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />}
      </Suspense>
    </div>
  );
}
