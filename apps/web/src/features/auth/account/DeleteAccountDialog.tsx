import type { Client } from "@callwright/client";
import type { Org } from "@callwright/contract";
import { Modal, Skeleton, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useServices, useSignedIn } from "../../../data/services.tsx";
import type { Session, SignedIn } from "../../../data/session.ts";
import { DialogActions } from "../../../kit/DialogActions.tsx";
import { Failure } from "../../../kit/Failure.tsx";
import { useReturnedFocus } from "../../../kit/use-returned-focus.ts";
import { passwordProblems } from "../auth-problems.ts";
import { PasswordField } from "../PasswordField.tsx";
import { useAuthForm } from "../use-auth-form.ts";
import classes from "./account.module.css";
import { accountsQuery, hasPassword } from "./account-queries.ts";
import { UsernameForStores } from "./UsernameForStores.tsx";

/** Lists what is deleted with the account, and asks for the password. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  useReturnedFocus();
  const { session } = useServices();
  const losses = useQuery(lossesQuery(session, useSignedIn()));
  const blocked = losses.data?.find(({ kind }) => kind === "blocked");
  return (
    <Modal opened onClose={onClose} title={t("account.deleteTitle")}>
      <Stack>
        {losses.isPending && <Skeleton h={72} role="status" aria-busy="true" aria-label={t("account.lossLoading")} />}
        {losses.error && <Failure>{t("account.lossFailed", { reason: losses.error.message })}</Failure>}
        {blocked && <Blocked loss={blocked} onClose={onClose} />}
        {losses.data && !blocked && <DeleteForm losses={losses.data} onClose={onClose} />}
      </Stack>
    </Modal>
  );
}

function DeleteForm({ losses, onClose }: { losses: OrgLoss[]; onClose: () => void }) {
  const { t } = useTranslation();
  const { authApi, session } = useServices();
  const { user } = useSignedIn();
  const navigate = useNavigate();
  const mustGivePassword = hasPassword(useQuery(accountsQuery(authApi)).data);
  const form = useAuthForm({
    initial: { password: "" },
    check: ({ password }) => (mustGivePassword ? passwordProblems("password", password) : []),
    send: async ({ password }) => {
      await authApi.call((client) => client.deleteUser(mustGivePassword ? { password } : {}));
      await session.signOut();
      notifications.show({ message: t("account.deleted") });
      await navigate({ to: "/sign-in" });
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <div>
          <Text>{t("account.deleteIntro")}</Text>
          <ul className={classes.losses}>
            <li>{t("account.loses.account", { email: user.email })}</li>
            {losses.map((loss) => (
              <li key={loss.org.id}>
                {loss.kind === "org"
                  ? t("account.loses.org", { name: loss.org.name, count: loss.apiTokens })
                  : t("account.loses.membership", { name: loss.org.name })}
              </li>
            ))}
          </ul>
        </div>
        <Failure>{form.formProblem}</Failure>
        {mustGivePassword && (
          <>
            <UsernameForStores email={user.email} />
            <PasswordField
              label={t("account.password")}
              autoComplete="current-password"
              data-autofocus
              {...form.field("password")}
            />
          </>
        )}
        <DialogActions onClose={onClose} type="submit" color="red" loading={form.sending}>
          {t("account.delete")}
        </DialogActions>
      </Stack>
    </form>
  );
}

/** An organization would be left without an admin. */
function Blocked({ loss: { org }, onClose }: { loss: OrgLoss; onClose: () => void }) {
  const { t } = useTranslation();
  const { session } = useServices();
  const navigate = useNavigate();
  const goThere = () => {
    session.chooseOrg(org.id);
    void navigate({ to: "/settings/members" });
  };
  return (
    <>
      <Text>{t("account.blocked", { name: org.name })}</Text>
      <DialogActions onClose={onClose} onClick={goThere}>
        {t("account.toOrganization", { name: org.name })}
      </DialogActions>
    </>
  );
}

/** What happens to an organization when the account is deleted. */
type OrgLoss =
  /** The account is the only member: the organization is deleted, too. */
  | { kind: "org"; org: Org; apiTokens: number }
  /** The organization is kept. */
  | { kind: "membership"; org: Org }
  /** Other members exist, but no other admin: the account cannot be deleted until there is one. */
  | { kind: "blocked"; org: Org };

/** Not cached, because this list must be current. */
function lossesQuery(session: Pick<Session, "clientOf">, { user, orgs }: SignedIn) {
  return queryOptions({
    queryKey: ["account", "losses"],
    gcTime: 0,
    queryFn: () => Promise.all(orgs.map((org) => lossOf(session.clientOf(org.id), org, user.id))),
  });
}

async function lossOf(client: Client, org: Org, userId: string): Promise<OrgLoss> {
  const members = await client.orgs.listUsers({ id: org.id });
  const others = members.filter(({ id }) => id !== userId);
  if (others.length === 0) return { kind: "org", org, apiTokens: (await client.tokens.list()).length };
  const isLastAdmin = org.role === "admin" && !others.some(({ role }) => role === "admin");
  return { kind: isLastAdmin ? "blocked" : "membership", org };
}
