import type { Token } from "@callwright/contract";
import { ActionIcon, Menu } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DotsMenu } from "../../kit/DotsMenu.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { DataTable } from "../../kit/table/DataTable.tsx";
import { useCopy } from "../../kit/use-copy.ts";
import { useFormat } from "../../kit/use-format.ts";
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
  const format = useFormat();
  const nameOf = ({ name }: Token) => name ?? t("tokens.unnamed");
  const age = (instant: string) => (
    <time dateTime={instant} title={format.utc(instant)}>
      {format.age(instant, nowMs)}
    </time>
  );
  return (
    <DataTable
      label={t("tokens.title")}
      rows={tokens}
      className={classes.table}
      isDisabled={isDisabled}
      columns={[
        { id: "name", label: t("tokens.name"), className: classes.name, title: nameOf, cell: nameOf },
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
          className: classes.value,
          cell: (token) => (token.value ? <CopyValue value={token.value} name={nameOf(token)} /> : t("tokens.shownOnce")),
        },
        { id: "reach", label: t("tokens.reach"), className: classes.reach, cell: (token) => <Reach token={token} /> },
        { id: "created", label: t("tokens.created"), className: classes.created, cell: ({ createdAt }) => age(createdAt) },
        {
          id: "used",
          label: t("tokens.lastUsed"),
          className: classes.used,
          cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? t("tokens.never") : age(lastUsedAt)),
        },
        {
          id: "menu",
          label: t("tokens.actions"),
          isLabelHidden: true,
          className: classes.menu,
          cell: (token) => mayEdit && <RowMenu token={token} name={nameOf(token)} onEdit={() => onEdit(token)} />,
        },
      ]}
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

function CopyValue({ value, name }: { value: string; name: string }) {
  const { t } = useTranslation();
  const { copy, copied } = useCopy();
  return (
    <>
      <code title={value}>{value}</code>
      <ActionIcon aria-label={t("tokens.copy", { name })} onClick={() => void copy(value)}>
        {copied ? <IconCheck size={15} aria-hidden="true" /> : <IconCopy size={15} aria-hidden="true" />}
      </ActionIcon>
    </>
  );
}

function RowMenu({ token, name, onEdit }: { token: Token; name: string; onEdit: () => void }) {
  const { t } = useTranslation();
  const { enable, remove } = useTokenActions();
  const isEnabled = token.restrictions.enabled !== false;
  return (
    <DotsMenu aria-label={t("tokens.actionsOf", { name })}>
      <Menu.Item onClick={onEdit}>{t("tokens.edit")}</Menu.Item>
      <Menu.Item onClick={() => void enable(token, !isEnabled)}>{t(isEnabled ? "tokens.disable" : "tokens.enable")}</Menu.Item>
      <Menu.Item color="red" onClick={() => void remove(token)}>
        {t("tokens.delete")}
      </Menu.Item>
    </DotsMenu>
  );
}
