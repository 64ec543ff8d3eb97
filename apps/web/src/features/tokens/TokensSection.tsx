import type { Token } from "@callwright/contract";
import { Button, NativeSelect } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useSignedIn } from "../../data/services.tsx";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import list from "../../kit/list-page.module.css";
import { useMinute } from "../../kit/use-now.ts";
import { QueryState } from "../../resource/QueryState.tsx";
import { TokenTable } from "./TokenTable.tsx";
import { TOKEN_USES, tokenSearch, UNUSED_DAYS, usedAs } from "./token-search.ts";
import classes from "./tokens.module.css";

const route = getRouteApi("/shell/settings/developers");

const TokenDialog = lazy(async () => ({ default: (await import("./TokenDialog.tsx")).TokenDialog }));

interface TokensSectionProps {
  tokens: UseQueryResult<Token[]>;
  /** What the dialog edits. */
  edited: Token | "new" | undefined;
  onEdit(edited: Token | "new" | undefined): void;
}

/** Private tokens for servers, public ones for web pages. */
export function TokensSection({ tokens, edited, onEdit }: TokensSectionProps) {
  const { t } = useTranslation();
  const mayEdit = useSignedIn().org.role === "admin";
  return (
    <section className={classes.section} aria-labelledby="tokens">
      <h2 id="tokens">{t("tokens.title")}</h2>
      <p>
        {t("tokens.intro")} {!mayEdit && t("tokens.adminsOnly")}
      </p>
      <QueryState query={tokens} failed={(reason) => t("tokens.loadFailed", { reason })} />
      {tokens.data?.length === 0 && (
        <EmptyNote
          title={t("tokens.empty")}
          body={t("tokens.emptyBody")}
          action={mayEdit && <NewTokenButton onEdit={onEdit} />}
        />
      )}
      {tokens.data && tokens.data.length > 0 && <TokenList tokens={tokens.data} mayEdit={mayEdit} onEdit={onEdit} />}
      <Suspense fallback={null}>
        {edited && <TokenDialog token={edited === "new" ? undefined : edited} onClose={() => onEdit(undefined)} />}
      </Suspense>
    </section>
  );
}

export function NewTokenButton({ onEdit }: Pick<TokensSectionProps, "onEdit">) {
  const { t } = useTranslation();
  return (
    <Button variant="filled" onClick={() => onEdit("new")}>
      {t("tokens.new")}
    </Button>
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
  const nowMs = useMinute();
  const shown = tokens.filter((token) => usedAs(token, used, nowMs));
  const show = (next: string) =>
    void navigate({ search: ({ used: _, ...search }) => ({ ...search, ...tokenSearch({ used: next }) }), replace: true });
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
