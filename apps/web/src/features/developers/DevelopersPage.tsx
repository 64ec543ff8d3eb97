import type { Token } from "@callwright/contract";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useSignedIn } from "../../data/services.tsx";
import { API_REFERENCE_PATH } from "../../kit/api-reference-path.ts";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { SectionTabs } from "../../resource/list/SectionTabs.tsx";
import { NewTokenButton, TokensSection } from "../tokens/TokensSection.tsx";
import { tokenListQuery } from "../tokens/token-queries.ts";
import classes from "./developers.module.css";
import { PackagesCard } from "./PackagesCard.tsx";

/** Settings → Developers: the packages of this server, and the tokens that programs and pages use. */
export function DevelopersPage() {
  const { t } = useTranslation();
  const client = useClient();
  const tokens = useQuery(tokenListQuery(client));
  const packages = useQuery({
    queryKey: ["packages"],
    queryFn: ({ signal }) => client.packages.list({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [edited, setEdited] = useState<Token | "new">();
  const mayEdit = useSignedIn().org.role === "admin";
  const publicToken = tokens.data?.find(({ tag, restrictions }) => tag === "public" && restrictions.enabled !== false);
  return (
    <div className={classes.page}>
      <PageHeader
        title={t("developers.title")}
        actions={
          <>
            <Button component="a" href={API_REFERENCE_PATH} target="_blank">
              {t("shell.apiReference")}
            </Button>
            {mayEdit && <NewTokenButton onEdit={setEdited} />}
          </>
        }
      />
      <SectionTabs />
      <PackagesCard packages={packages} publicToken={publicToken?.value} />
      {!packages.isLoading && <TokensSection tokens={tokens} edited={edited} onEdit={setEdited} />}
    </div>
  );
}
