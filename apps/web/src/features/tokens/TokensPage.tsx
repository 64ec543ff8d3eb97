import type { Token } from "@callwright/contract";
import { Button, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useSignedIn } from "../../data/services.tsx";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import list from "../../kit/list-page.module.css";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { QueryState } from "../../resource/QueryState.tsx";
import { TokenTable } from "./TokenTable.tsx";
import { tokenListQuery } from "./token-queries.ts";
import { TOKEN_USES, tokenSearch, UNUSED_DAYS, usedAs } from "./token-search.ts";
import classes from "./tokens.module.css";

const route = getRouteApi("/shell/settings/tokens");

const TokenDialog = lazy(async () => ({ default: (await import("./TokenDialog.tsx")).TokenDialog }));

/** Settings → API tokens: private tokens for servers, public ones for web pages. */
export function TokensPage() {
  const { t } = useTranslation();
  const tokens = useQuery(tokenListQuery(useClient()));
  const [edited, setEdited] = useState<Token | "new">();
  const mayEdit = useSignedIn().org.role === "admin";
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
      <QueryState query={tokens} failed={(reason) => t("tokens.loadFailed", { reason })} />
      {tokens.data?.length === 0 && <EmptyNote title={t("tokens.empty")} body={t("tokens.emptyBody")} action={create} />}
      {tokens.data && tokens.data.length > 0 && <TokenList tokens={tokens.data} mayEdit={mayEdit} onEdit={setEdited} />}
      <Suspense fallback={null}>
        {edited && <TokenDialog token={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />}
      </Suspense>
    </div>
  );
}

interface TokenListProps {
  tokens: readonly Token[];
  mayEdit: boolean;
  onEdit: (token: Token) => void;
}

/** All tokens, or only the unused ones. */
function TokenList({ tokens, mayEdit, onEdit }: TokenListProps) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const { used = "all" } = tokenSearch({ ...route.useSearch() });
  const [nowMs] = useState(Date.now);
  const shown = tokens.filter((token) => usedAs(token, used, nowMs));
  const show = (next: string) => void navigate({ search: tokenSearch({ used: next }), replace: true });
  return (
    <>
      <div className={list.tools}>
        <NativeSelect
          aria-label={t("tokens.show")}
          value={used}
          data={TOKEN_USES.map((value) => ({ value, label: t(`tokens.shown.${value}`, { days: String(UNUSED_DAYS) }) }))}
          onChange={(event) => show(event.currentTarget.value)}
        />
      </div>
      {shown.length > 0 ? (
        <TokenTable tokens={shown} nowMs={nowMs} mayEdit={mayEdit} onEdit={onEdit} />
      ) : (
        <EmptyNote title={t("tokens.noneShown")} action={<Button onClick={() => show("all")}>{t("tokens.showAll")}</Button>} />
      )}
    </>
  );
}
