import { type DeletedOrg, type Org, type OrgQuota, RESTORE_DAYS } from "@callwright/contract";
import { Button, Group, List, Progress, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { deletedOrgsQuery, lossQuery, orgKeys, orgQuery } from "../../data/org-queries.ts";
import { useClient, useServices, useSession } from "../../data/services.tsx";
import type { SignedIn } from "../../data/session.ts";
import { useShownError } from "../../data/use-shown-error.ts";
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx";
import { CopyId } from "../../kit/CopyId.tsx";
import { Failure } from "../../kit/Failure.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { showUndo } from "../../kit/show-undo.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useNow } from "../../kit/use-now.ts";
import { OrganizationForm } from "./OrganizationForm.tsx";
import classes from "./organization.module.css";
import quotasClasses from "./quotas.module.css";
import { SettingsSection } from "./SettingsSection.tsx";

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
        <Failure>{failure && t("organization.loadFailed", { reason: failure.message })}</Failure>
        {org.isPending && !org.error && <PageSkeleton />}
        {org.data && <OrganizationForm org={org.data} isAdmin={isAdmin} />}
        {org.data?.quotas && <Quotas quotas={org.data.quotas} />}
        <LeaveOrDelete session={session} isAdmin={isAdmin} />
        <DeletedOrganizations userId={session.user.id} />
      </div>
    </div>
  );
}

/** Leaves or deletes the organization. Another organization is entered afterwards. */
function LeaveOrDelete({ session: { org, user }, isAdmin }: { session: SignedIn; isAdmin: boolean }) {
  const { t } = useTranslation();
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
      {asked === "delete" && <DeleteOrgDialog org={org} userId={user.id} onClose={close} />}
    </SettingsSection>
  );
}

/** Deletes the organization after its name has been typed. */
function DeleteOrgDialog({ org: { id, name }, userId, onClose }: { org: Org; userId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { session } = useServices();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const readDeleted = () => queryClient.invalidateQueries({ queryKey: orgKeys.deleted(userId) });
  const loss = useQuery(lossQuery(useClient(), id)).data;
  const restore = async () => {
    try {
      await session.restoreOrg(id);
      await readDeleted();
      notifications.show({ message: t("organization.restored", { name }) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      notifications.show({ color: "red", message: t("organization.failed", { reason }) });
    }
  };
  const remove = async () => {
    await session.client.orgs.delete({ id });
    await readDeleted();
    showUndo({ message: t("organization.deleted", { name }), label: t("app.undo"), onUndo: () => void restore() });
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
      onClose={onClose}
      onConfirm={remove}
    />
  );
}

/** The user's deleted organizations that can be restored. */
function DeletedOrganizations({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { session } = useServices();
  const [nowMs] = useState(Date.now);
  const deleted = useQuery(deletedOrgsQuery(session, userId));
  const failure = useShownError(deleted.error);
  if (failure) return <Failure>{t("organization.deletedLoadFailed", { reason: failure.message })}</Failure>;
  if (!deleted.data || deleted.data.length === 0) return null;
  return (
    <SettingsSection title={t("organization.deletedOnes")}>
      <ul className={classes.deletedOnes}>
        {deleted.data.map((org) => (
          <DeletedRow key={org.id} org={org} userId={userId} nowMs={nowMs} />
        ))}
      </ul>
    </SettingsSection>
  );
}

function DeletedRow({ org, userId, nowMs }: { org: DeletedOrg; userId: string; nowMs: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { session } = useServices();
  const queryClient = useQueryClient();
  const { id, name, deletedAt } = org;
  const goneAt = new Date(Date.parse(deletedAt) + RESTORE_DAYS * 86_400_000).toISOString();
  const restore = useMutation({
    mutationFn: () => session.restoreOrg(id),
    onSuccess: async () => {
      notifications.show({ message: t("organization.restored", { name }) });
      await queryClient.invalidateQueries({ queryKey: orgKeys.deleted(userId) });
    },
  });
  return (
    <li>
      <div>
        {name}
        <span className={classes.hint}>{t("organization.goneForGood", { time: format.until(goneAt, nowMs) })}</span>
        {restore.error && (
          <span className={classes.problem} role="alert">
            {t("organization.failed", { reason: restore.error.message })}
          </span>
        )}
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

/** From this share of a limit on, its bar warns. */
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
