import type { Token } from "@callwright/contract";
import { Menu } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { CopyIcon } from "../../kit/CopyButton.tsx";
import { DotsMenu } from "../../kit/DotsMenu.tsx";
import { Instant } from "../../kit/Instant.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { DataTable } from "../../kit/table/DataTable.tsx";
import classes from "./tokens.module.css";
import { useTokenActions } from "./use-token-actions.ts";

interface Props {
  tokens: readonly Token[];
  /** The current time. */
  nowMs: number;
  /** Only admins change tokens. */
  mayEdit: boolean;
  onEdit(token: Token): void;
}

export function TokenTable({ tokens, nowMs, mayEdit, onEdit }: Props) {
  const { t } = useTranslation();
  const nameOf = ({ name }: Token) => name ?? t("tokens.unnamed");
  return (
    <DataTable
      label={t("tokens.title")}
      rows={tokens}
      styles={classes}
      isDisabled={isDisabled}
      columns={[
        { id: "name", label: t("tokens.name"), title: nameOf, cell: nameOf },
        {
          id: "kind",
          label: t("tokens.kind"),
          cell: (token) => (
            <>
              <Pill kind={token.tag === "public" ? "accent" : "plain"}>{t(`tokens.tags.${token.tag}`)}</Pill>
              {isDisabled(token) && <Pill kind="warn">{t("tokens.disabled")}</Pill>}
            </>
          ),
        },
        {
          id: "value",
          label: t("tokens.value"),
          cell: (token) =>
            token.value ? (
              <>
                <code title={token.value}>{token.value}</code>
                <CopyIcon text={token.value} label={t("tokens.copy", { name: nameOf(token) })} />
              </>
            ) : (
              t("tokens.shownOnce")
            ),
        },
        { id: "reach", label: t("tokens.reach"), cell: (token) => <Reach token={token} /> },
        { id: "created", label: t("tokens.created"), cell: ({ createdAt }) => <Instant iso={createdAt} nowMs={nowMs} /> },
        {
          id: "used",
          label: t("tokens.lastUsed"),
          cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? t("tokens.never") : <Instant iso={lastUsedAt} nowMs={nowMs} />),
        },
      ]}
      actions={(token) => mayEdit && <RowMenu token={token} name={nameOf(token)} onEdit={() => onEdit(token)} />}
    />
  );
}

function isDisabled({ restrictions }: Token): boolean {
  return restrictions.enabled === false;
}

/** What a token gives access to, in words. */
function Reach({ token: { tag, restrictions, compat } }: { token: Token }) {
  const { t } = useTranslation();
  if (tag === "private") return <>{t(compat ? "tokens.reachesAllForSdk" : "tokens.reachesAll")}</>;
  const { allowedOrigins, allowedAssistantIds } = restrictions;
  const assistants = allowedAssistantIds
    ? t("tokens.assistants", { count: allowedAssistantIds.length })
    : t("tokens.everyAssistant");
  const origins = allowedOrigins ? allowedOrigins.join(", ") : t("tokens.everyOrigin");
  return (
    <span title={origins}>
      {assistants} · {origins}
    </span>
  );
}

function RowMenu({ token, name, onEdit }: { token: Token; name: string; onEdit: () => void }) {
  const { t } = useTranslation();
  const { enable, remove } = useTokenActions();
  const isEnabled = token.restrictions.enabled !== false;
  return (
    <DotsMenu aria-label={t("tokens.actionsOf", { name })}>
      <Menu.Item onClick={onEdit}>{t("tokens.edit")}</Menu.Item>
      <Menu.Item onClick={() => enable(token, !isEnabled)}>{t(isEnabled ? "tokens.disable" : "tokens.enable")}</Menu.Item>
      <Menu.Item color="red" onClick={() => remove(token)}>
        {t("tokens.delete")}
      </Menu.Item>
    </DotsMenu>
  );
}
