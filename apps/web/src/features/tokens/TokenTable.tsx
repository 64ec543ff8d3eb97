import type { Token } from "@callwright/contract";
import { ActionIcon, Menu } from "@mantine/core";
import { IconCheck, IconCopy, IconDots } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Pill } from "../../app/Pill.tsx";
import { useCopy } from "../../app/use-copy.ts";
import { useFormat } from "../../app/use-format.ts";
import classes from "./tokens.module.css";
import { useTokenActions } from "./use-token-actions.ts";

interface Props {
  tokens: readonly Token[];
  /** What ages are counted from. */
  nowMs: number;
  /** Only admins change tokens. */
  mayEdit: boolean;
  onEdit(token: Token): void;
}

export function TokenTable({ tokens, nowMs, mayEdit, onEdit }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.scroller}>
      <table className={classes.table} aria-label={t("tokens.title")}>
        <thead className={classes.head}>
          <tr>
            <th scope="col">{t("tokens.name")}</th>
            <th scope="col">{t("tokens.kind")}</th>
            <th scope="col" className={classes.secondary}>
              {t("tokens.value")}
            </th>
            <th scope="col" className={classes.reach}>
              {t("tokens.reach")}
            </th>
            <th scope="col" className={classes.created}>
              {t("tokens.created")}
            </th>
            <th scope="col" className={classes.used}>
              {t("tokens.lastUsed")}
            </th>
            <th scope="col" className={classes.menu}>
              <span className="visually-hidden">{t("tokens.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} nowMs={nowMs} mayEdit={mayEdit} onEdit={() => onEdit(token)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TokenRow({ token, nowMs, mayEdit, onEdit }: { token: Token; nowMs: number; mayEdit: boolean; onEdit: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const isEnabled = token.restrictions.enabled !== false;
  const name = token.name ?? t("tokens.unnamed");
  return (
    <tr data-disabled={isEnabled ? undefined : true}>
      <td className={classes.name} title={name}>
        {name}
      </td>
      <td>
        <Pill kind={token.tag === "public" ? "accent" : "plain"}>{t(`tokens.tags.${token.tag}`)}</Pill>
        {!isEnabled && <Pill kind="warn">{t("tokens.disabled")}</Pill>}
      </td>
      <td className={classes.value}>{token.value ? <CopyValue value={token.value} name={name} /> : t("tokens.shownOnce")}</td>
      <td className={classes.reach}>
        <Reach token={token} />
      </td>
      <td className={classes.created}>
        <time dateTime={token.createdAt} title={format.utc(token.createdAt)}>
          {format.age(token.createdAt, nowMs)}
        </time>
      </td>
      <td className={classes.used}>
        {token.lastUsedAt === undefined ? (
          t("tokens.never")
        ) : (
          <time dateTime={token.lastUsedAt} title={format.utc(token.lastUsedAt)}>
            {format.age(token.lastUsedAt, nowMs)}
          </time>
        )}
      </td>
      <td className={classes.menu}>{mayEdit && <RowMenu token={token} name={name} onEdit={onEdit} />}</td>
    </tr>
  );
}

/** What a token opens, in words. */
function Reach({ token: { tag, restrictions } }: { token: Token }) {
  const { t } = useTranslation();
  if (tag === "private") return <>{t("tokens.reachesAll")}</>;
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
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={t("tokens.actionsOf", { name })}>
          <IconDots size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>{t("tokens.edit")}</Menu.Item>
        <Menu.Item onClick={() => void enable(token, !isEnabled)}>{t(isEnabled ? "tokens.disable" : "tokens.enable")}</Menu.Item>
        <Menu.Item color="red" onClick={() => void remove(token)}>
          {t("tokens.delete")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
