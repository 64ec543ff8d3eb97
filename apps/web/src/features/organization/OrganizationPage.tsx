import { type DeletedOrg, type Org, type OrgQuota, RESTORE_DAYS } from "@callwright/contract";
import { Button, Group, List, Progress, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { deletedOrgsQuery, lossQuery, orgKeys, orgQuery } from "../../data/org-queries.ts";
import { useClient, useServices, useSignedIn } from "../../data/services.tsx";
import { useShownError } from "../../data/use-shown-error.ts";
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx";
import { CopyId } from "../../kit/CopyId.tsx";
import { Failure } from "../../kit/Failure.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { showUndo } from "../../kit/show-undo.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useMinute, useNow } from "../../kit/use-now.ts";
import { QueryState } from "../../resource/QueryState.tsx";
import { OrganizationForm } from "./OrganizationForm.tsx";
import classes from "./organization.module.css";
import quotasClasses from "./quotas.module.css";
import { SettingsSection } from "./SettingsSection.tsx";

/** Settings → Organization: its fields, leaving and deleting it. */
export function OrganizationPage() {
  const { t } = useTranslation();
  const { id, role } = useSignedIn().org;
  const isAdmin = role === "admin";
  const org = useQuery(orgQuery(useClient(), id));
  return (
    <div className={classes.page}>
      <PageHeader title={t("organization.title")}>
        <CopyId id={id} label={t("organization.copyId")} />
      </PageHeader>
      <div className={classes.sections}>
        <QueryState query={org} failed={(reason) => t("organization.loadFailed", { reason })} />
        {org.data && <OrganizationForm org={org.data} isAdmin={isAdmin} />}
        {org.data?.quotas && <Quotas quotas={org.data.quotas} />}
        {!org.isLoading && <LeaveOrDelete isAdmin={isAdmin} />}
        <DeletedOrganizations />
      </div>
    </div>
  );
}

/** Leaves or deletes the organization. Another organization is entered afterwards. */
function LeaveOrDelete({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation();
  const { org } = useSignedIn();
  const { session } = useServices();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<"leave" | "delete">();
  const { id, name } = org;
  const close = () => setAsked(undefined);
  const leave = async () => {
    await session.client.orgs.leave({ id });
    notifications.show({ message: t("organization.left", { name }) });
    await session.reloadOrgs();
    await navigate({ to: "/" });
  };
  return (
    <SettingsSection title={t("organization.danger")}>
      <Group>
        <Button onClick={() => setAsked("leave")}>{t("organization.leave")}</Button>
        {isAdmin && (
          <Button color="red" variant="outline" onClick={() => setAsked("delete")}>
            {t("organization.delete")}
          </Button>
        )}
      </Group>
      {asked === "leave" && (
        <ConfirmDialog
          title={t("organization.leaveTitle", { name })}
          confirm={t("organization.leave")}
          onClose={close}
          onConfirm={leave}
          body={t("organization.leaveBody")}
        />
      )}
      {asked === "delete" && <DeleteOrgDialog org={org} onClose={close} />}
    </SettingsSection>
  );
}

/** Deletes the organization after its name has been typed. */
function DeleteOrgDialog({ org, onClose }: { org: Org; onClose: () => void }) {
  const { t } = useTranslation();
  const { session } = useServices();
  const { user } = useSignedIn();
  const navigate = useNavigate();
  const { id, name } = org;
  const loss = useQuery(lossQuery(useClient(), id)).data;
  const { mutate: restore } = useRestoreOrg(org);
  const remove = async () => {
    await session.client.orgs.delete({ id });
    showUndo({ message: t("organization.deleted", { name }), label: t("app.undo"), onUndo: restore });
    await session.reloadOrgs();
    await navigate({ to: "/" });
  };
  return (
    <ConfirmDialog
      title={t("organization.deleteTitle", { name })}
      body={
        <>
          <Text>{t("organization.deleteBody")}</Text>
          <List size="sm">
            {loss?.map(({ what, count }) => (
              <List.Item key={what}>{t(`organization.loss.${what}`, { count })}</List.Item>
            ))}
            <List.Item>{t("organization.loss.rest")}</List.Item>
          </List>
          <Text>{t("organization.deleteUndo", { days: String(RESTORE_DAYS) })}</Text>
        </>
      }
      confirm={t("organization.delete")}
      typed={name}
      changes={[orgKeys.deleted(user.id)]}
      onClose={onClose}
      onConfirm={remove}
    />
  );
}

/** Brings a deleted organization back and enters it. */
function useRestoreOrg({ id, name }: Pick<Org, "id" | "name">) {
  const { t } = useTranslation();
  const { session } = useServices();
  const { user } = useSignedIn();
  return useMutation({
    mutationFn: () => session.restoreOrg(id),
    onSuccess: () => notifications.show({ message: t("organization.restored", { name }) }),
    meta: { changes: [orgKeys.deleted(user.id)], failure: (reason) => t("organization.failed", { reason }) },
  });
}

/** The user's deleted organizations that can be restored. */
function DeletedOrganizations() {
  const { t } = useTranslation();
  const { session } = useServices();
  const { user } = useSignedIn();
  const nowMs = useMinute();
  const deleted = useQuery(deletedOrgsQuery(session, user.id));
  const failure = useShownError(deleted.error);
  if (failure) return <Failure>{t("organization.deletedLoadFailed", { reason: failure.message })}</Failure>;
  if (!deleted.data || deleted.data.length === 0) return null;
  return (
    <SettingsSection title={t("organization.deletedOnes")}>
      <ul className={classes.deletedOnes}>
        {deleted.data.map((org) => (
          <DeletedRow key={org.id} org={org} nowMs={nowMs} />
        ))}
      </ul>
    </SettingsSection>
  );
}

function DeletedRow({ org, nowMs }: { org: DeletedOrg; nowMs: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { name, deletedAt } = org;
  const goneAt = new Date(Date.parse(deletedAt) + RESTORE_DAYS * 86_400_000).toISOString();
  const restore = useRestoreOrg(org);
  return (
    <li>
      <div>
        {name}
        <span className={classes.hint}>{t("organization.goneForGood", { time: format.until(goneAt, nowMs) })}</span>
      </div>
      <Button
        size="compact-sm"
        loading={restore.isPending}
        aria-label={t("organization.restoreNamed", { name })}
        onClick={() => restore.mutate()}
      >
        {t("organization.restore")}
      </Button>
    </li>
  );
}

/** A bar warns from this share of its limit on. */
const NEARLY_REACHED = 0.9;

/** What the organization has used, and what the operator allows. */
function Quotas({ quotas }: { quotas: readonly OrgQuota[] }) {
  const { t } = useTranslation();
  return (
    <SettingsSection title={t("organization.quotas.title")}>
      <p className={quotasClasses.intro}>{t("organization.quotas.intro")}</p>
      <dl className={quotasClasses.quotas}>
        {quotas.map((quota) => (
          <Quota key={quota.name} {...quota} />
        ))}
      </dl>
    </SettingsSection>
  );
}

function Quota({ name, used, limit, resetsAt }: OrgQuota) {
  const { t } = useTranslation();
  const { until } = useFormat();
  const nowMs = useNow(false);
  const label = t(`organization.quotas.names.${name}`);
  const amount = (value: number, digits: number) => {
    const text = value.toLocaleString(undefined, { maximumFractionDigits: digits });
    if (name === "storageGb") return t("organization.quotas.gigabytes", { amount: text });
    return name === "configurationMb" ? t("organization.quotas.millionCharacters", { amount: text }) : text;
  };
  const shownUse = amount(used, name === "storageGb" ? 3 : 1);
  const share = limit === undefined ? undefined : limit === 0 ? 1 : used / limit;
  const use =
    limit === undefined
      ? t("organization.quotas.useWithoutLimit", { used: shownUse })
      : t("organization.quotas.use", { used: shownUse, limit: amount(limit, 0) });
  return (
    <div className={quotasClasses.quota}>
      <dt>{label}</dt>
      <dd className="num">{use}</dd>
      {share !== undefined && (
        <dd className={quotasClasses.bar}>
          <Progress.Root size="sm">
            <Progress.Section
              value={Math.min(100, share * 100)}
              color={share >= 1 ? "red" : share >= NEARLY_REACHED ? "yellow" : undefined}
              aria-label={label}
              aria-valuetext={use}
            />
          </Progress.Root>
          {share >= 1 && <span className={quotasClasses.reached}>{t("organization.quotas.reached")}</span>}
          {share >= 1 && resetsAt !== undefined && (
            <span className={quotasClasses.hint}>{t("organization.quotas.perReset", { when: until(resetsAt, nowMs) })}</span>
          )}
        </dd>
      )}
    </div>
  );
}
