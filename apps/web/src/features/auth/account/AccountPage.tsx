import { PASSWORD_MIN_CHARACTERS, USER_FIELD_MAX_BYTES } from "@callwright/contract";
import { Button, FileButton, Group, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SessionUser } from "../../../data/auth-api.ts";
import { serverStatusQuery } from "../../../data/server-status.ts";
import { useServices, useSignedIn } from "../../../data/services.tsx";
import { ConfirmDialog } from "../../../kit/ConfirmDialog.tsx";
import { Failure } from "../../../kit/Failure.tsx";
import { OutboxHint } from "../../../kit/OutboxHint.tsx";
import { PageHeader } from "../../../kit/PageHeader.tsx";
import { PersonPicture } from "../../../kit/PersonPicture.tsx";
import { Pill } from "../../../kit/Pill.tsx";
import { Scroller } from "../../../kit/Scroller.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { QueryState } from "../../../resource/QueryState.tsx";
import { emailProblems, nameProblems, newPasswordProblems, type Problem, passwordProblems } from "../auth-problems.ts";
import { socialFailedPath } from "../auth-search.ts";
import { EmailField } from "../EmailField.tsx";
import { PasswordField } from "../PasswordField.tsx";
import { SendVerification } from "../SendVerification.tsx";
import { useAuthForm } from "../use-auth-form.ts";
import { AccountSection } from "./AccountSection.tsx";
import classes from "./account.module.css";
import {
  ACCOUNTS_KEY,
  accountsQuery,
  type BrowserSession,
  hasPassword,
  type LinkedAccount,
  PASSWORD_PROVIDER,
  SESSIONS_KEY,
  sessionsQuery,
} from "./account-queries.ts";
import { DeleteAccountDialog } from "./DeleteAccountDialog.tsx";
import { SessionRow } from "./SessionRow.tsx";
import sessionsClasses from "./sessions.module.css";
import { UsernameForStores } from "./UsernameForStores.tsx";
import { type Confirmed, isNotFresh, useConfirmed } from "./use-confirmed.tsx";

/** Settings → Account: profile, sign-in methods, sessions, deletion. */
export function AccountPage() {
  const { t } = useTranslation();
  const { user } = useSignedIn();
  return (
    <div className={classes.page}>
      <PageHeader title={t("account.title")} />
      <Scroller className={classes.sections}>
        <ProfileSection user={user} />
        <EmailSection key={user.email} user={user} />
        <PasswordSection user={user} />
        <SignInMethods />
        <SessionsSection />
        <DeleteAccount />
      </Scroller>
    </div>
  );
}

function DeleteAccount() {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <AccountSection title={t("account.danger")} note={t("account.dangerHint")}>
      <Button color="red" variant="outline" w="fit-content" onClick={() => setIsAsking(true)}>
        {t("account.delete")}
      </Button>
      {isAsking && <DeleteAccountDialog onClose={() => setIsAsking(false)} />}
    </AccountSection>
  );
}

/** The email address: verification state and change. */
function EmailSection({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const { authApi } = useServices();
  const [sentFor, setSentFor] = useState<string>();
  const confirmed = useConfirmed();
  const form = useAuthForm({
    initial: { email: "" },
    check: ({ email }) => newEmailProblems(user.email, email),
    send: async ({ email }) => {
      await confirmed.run(async () => {
        await authApi.call((client) => client.changeEmail({ newEmail: email }));
        form.reset();
        setSentFor(email);
      });
    },
  });
  const words = { email: user.email, newEmail: sentFor ?? "" };
  return (
    <AccountSection title={t("account.email")}>
      <Text className={classes.breakable ?? ""}>
        {user.email}{" "}
        {user.emailVerified ? <Pill>{t("account.verified")}</Pill> : <Pill kind="warn">{t("account.unverified")}</Pill>}
      </Text>
      {!user.emailVerified && (
        <>
          <Text c="dimmed">{t("account.verifyNow")}</Text>
          <SendVerification email={user.email} returnTo="/settings/account" />
        </>
      )}
      <form onSubmit={form.onSubmit} noValidate className={classes.form}>
        <EmailField
          label={t("account.newEmail")}
          autoComplete="email"
          description={t(user.emailVerified ? "account.emailHint" : "account.emailHintUnverified")}
          {...form.field("email")}
        />
        <Failure>{form.formProblem}</Failure>
        <Button type="submit" loading={form.sending}>
          {t("account.changeEmail")}
        </Button>
        <Text role="status">{sentFor && t(user.emailVerified ? "account.emailSent" : "account.emailSentUnverified", words)}</Text>
        {sentFor && <OutboxHint />}
      </form>
      {confirmed.dialog}
    </AccountSection>
  );
}

function newEmailProblems(present: string, email: string): Problem<"email">[] {
  return email.toLowerCase() === present.toLowerCase() ? [{ field: "email", key: "emailSame" }] : emailProblems(email);
}

type Fields = Record<"currentPassword" | "newPassword", string>;

/** Changes the password. That ends every other session. */
function PasswordSection({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const { authApi } = useServices();
  const accounts = useQuery(accountsQuery(authApi));
  if (hasPassword(accounts.data)) return <ChangePassword user={user} />;
  return (
    <AccountSection title={t("account.password")}>
      <Text>
        {t("account.noPassword")} <Link to="/forgot-password">{t("account.choosePassword")}</Link>
      </Text>
    </AccountSection>
  );
}

function ChangePassword({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const { authApi } = useServices();
  const queryClient = useQueryClient();
  const [isDone, setIsDone] = useState(false);
  const form = useAuthForm({
    initial: { currentPassword: "", newPassword: "" },
    check: problemsOf,
    send: async (fields) => {
      setIsDone(false);
      await authApi.call((client) => client.changePassword({ ...fields, revokeOtherSessions: true }));
      form.reset();
      setIsDone(true);
      await queryClient.invalidateQueries({ queryKey: SESSIONS_KEY });
    },
  });
  return (
    <AccountSection title={t("account.password")}>
      <form onSubmit={form.onSubmit} noValidate className={classes.form}>
        <UsernameForStores email={user.email} />
        <PasswordField label={t("account.currentPassword")} autoComplete="current-password" {...form.field("currentPassword")} />
        <PasswordField
          label={t("account.newPassword")}
          description={t("account.passwordHint", { count: PASSWORD_MIN_CHARACTERS })}
          autoComplete="new-password"
          {...form.field("newPassword")}
        />
        <Failure>{form.formProblem}</Failure>
        <Button type="submit" loading={form.sending}>
          {t("account.changePassword")}
        </Button>
        <Text role="status">{isDone && t("account.passwordChanged")}</Text>
      </form>
    </AccountSection>
  );
}

function problemsOf({ currentPassword, newPassword }: Fields): Problem<keyof Fields>[] {
  const problems = [...passwordProblems("currentPassword", currentPassword), ...newPasswordProblems("newPassword", newPassword)];
  const isSame = problems.length === 0 && currentPassword === newPassword;
  return isSame ? [{ field: "newPassword", key: "passwordSame" }] : problems;
}

/** Name and picture. */
function ProfileSection({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const { authApi, session } = useServices();
  const form = useAuthForm({
    initial: { name: user.name },
    check: ({ name }) => nameProblems(name),
    send: async ({ name }) => {
      await authApi.call((client) => client.updateUser({ name }));
      await session.reloadUser();
      notifications.show({ message: t("account.profileSaved") });
    },
  });
  const isChanged = form.fields.name.trim() !== user.name;
  return (
    <AccountSection title={t("account.profile")}>
      <PictureControl user={user} />
      <form onSubmit={form.onSubmit} noValidate className={classes.form}>
        <TextInput label={t("account.name")} autoComplete="name" {...form.field("name")} />
        <Failure>{form.formProblem}</Failure>
        <Button type="submit" variant="filled" disabled={!isChanged} loading={form.sending}>
          {t("account.save")}
        </Button>
      </form>
    </AccountSection>
  );
}

function PictureControl({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const { authApi, session } = useServices();
  const change = useMutation({
    mutationFn: async (file: File | null) => {
      const image = file && (await shrinkPicture(file).catch(() => undefined));
      if (file && !image) throw new Error(t("account.pictureUnreadable", { name: file.name }));
      await authApi.call((client) => client.updateUser({ image: image ?? null }));
      await session.reloadUser();
    },
  });
  return (
    <Group gap="md" wrap="nowrap" align="center">
      <PersonPicture user={user} size={56} />
      <Stack gap={4}>
        <Group gap="xs">
          <FileButton onChange={(file) => file && change.mutate(file)} accept="image/png,image/jpeg,image/webp">
            {(props) => (
              <Button {...props} loading={change.isPending}>
                {t("account.choosePicture")}
              </Button>
            )}
          </FileButton>
          {user.image && <Button onClick={() => change.mutate(null)}>{t("account.removePicture")}</Button>}
        </Group>
        <Text c="dimmed" fz="xs">
          {t("account.pictureHint")}
        </Text>
        <Failure>{change.error?.message}</Failure>
      </Stack>
    </Group>
  );
}

/** Pictures are stored in the session cookie, which is sent with every request. */
const MAX_BYTES = USER_FIELD_MAX_BYTES.image;

/** Sizes to try, in pixels: the largest that fits is used. The page shows at most 64. */
const SIDES = [128, 96, 80, 64, 56, 48, 40, 32];
const QUALITIES = [0.8, 0.6, 0.4, 0.25, 0.1];
/** Not every browser can encode the first. */
const TYPES = ["image/webp", "image/jpeg"];

/** The center of a picture as a `data:` URL of at most `MAX_BYTES`. Rejects if the browser cannot read the file. */
async function shrinkPicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file);
  try {
    for (const side of SIDES) {
      const fitting = encodings(drawn(bitmap, side)).find((url) => url.length <= MAX_BYTES);
      if (fitting) return fitting;
    }
  } finally {
    bitmap.close();
  }
  throw new Error(`A picture of ${SIDES.at(-1)} pixels does not fit ${MAX_BYTES} bytes.`);
}

/** A square of the picture's center, on a white background. */
function drawn(bitmap: ImageBitmap, side: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser draws nothing.");
  const cut = Math.min(bitmap.width, bitmap.height);
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, (bitmap.width - cut) / 2, (bitmap.height - cut) / 2, cut, cut, 0, 0, side, side);
  return canvas;
}

/** Best quality first. Types that the browser cannot encode come out as PNG, which is left out. */
function encodings(canvas: HTMLCanvasElement): string[] {
  const urls = QUALITIES.flatMap((quality) => TYPES.map((type) => ({ type, url: canvas.toDataURL(type, quality) })));
  return urls.flatMap(({ type, url }) => (url.startsWith(`data:${type}`) ? [url] : []));
}

/** Social sign-in. Hidden if the server offers none and none is connected. */
function SignInMethods() {
  const { t } = useTranslation();
  const { authApi, session } = useServices();
  const status = useQuery(serverStatusQuery(session.client));
  const accounts = useQuery(accountsQuery(authApi));
  const linked = accounts.data?.filter(({ providerId }) => providerId !== PASSWORD_PROVIDER) ?? [];
  const offered = status.data?.socialProviders ?? [];
  // A service that the server no longer offers can still be disconnected.
  const gone = linked.filter(({ providerId }) => !offered.some(({ id }) => id === providerId));
  const services = [...offered, ...gone.map(({ providerId }) => ({ id: providerId, name: providerId }))];
  if (services.length === 0) return null;
  return (
    <AccountSection title={t("account.methods")} note={t("account.methodsHint")}>
      <QueryState query={accounts} failed={(reason) => t("account.failed", { reason })} />
      {accounts.data && (
        <ul className={sessionsClasses.list}>
          {services.map(({ id, name }) => (
            <Service key={id} id={id} name={name} account={linked.find(({ providerId }) => providerId === id)} />
          ))}
        </ul>
      )}
    </AccountSection>
  );
}

interface ServiceProps {
  id: string;
  name: string;
  account: LinkedAccount | undefined;
}

function Service({ id, name, account }: ServiceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { authApi } = useServices();
  const queryClient = useQueryClient();
  const confirmed = useConfirmed();
  const connect = async () => {
    const addresses = { callbackURL: "/settings/account", errorCallbackURL: socialFailedPath(id) };
    // Leaves this page.
    await authApi.call((client) => client.linkSocial({ provider: id, ...addresses }));
  };
  const disconnect = async () => {
    if (!account) return;
    await authApi.call((client) => client.unlinkAccount({ accountId: account.id }));
    notifications.show({ message: t("account.disconnected", { name }) });
    await queryClient.invalidateQueries({ queryKey: ACCOUNTS_KEY });
  };
  return (
    <li className={sessionsClasses.row}>
      <div className={sessionsClasses.what}>
        <span className={sessionsClasses.device}>{name}</span>
        {account && (
          <span className={sessionsClasses.facts}>
            {t("account.connectedSince", { date: format.dateTime(account.createdAt) })}
          </span>
        )}
      </div>
      <Button
        size="compact-sm"
        aria-label={t(account ? "account.disconnectNamed" : "account.connectNamed", { name })}
        onClick={() => void confirmed.attempt(account ? disconnect : connect)}
      >
        {t(account ? "account.disconnect" : "account.connect")}
      </Button>
      {confirmed.dialog}
    </li>
  );
}

/** The user's sessions. The service lists them only after a recent sign-in. */
function SessionsSection() {
  const { t } = useTranslation();
  const { authApi } = useServices();
  const sessions = useQuery(sessionsQuery(authApi));
  const confirmed = useConfirmed();
  return (
    <AccountSection title={t("account.sessions")} note={t("account.sessionsHint")}>
      {isNotFresh(sessions.error) ? (
        <Group justify="space-between" wrap="nowrap" className={sessionsClasses.confirm ?? ""}>
          <Text>{t("account.confirmFirst")}</Text>
          <Button
            className={sessionsClasses.confirmButton ?? ""}
            onClick={() => confirmed.ask(async () => void (await sessions.refetch()))}
          >
            {t("account.confirmOpen")}
          </Button>
        </Group>
      ) : (
        <QueryState query={sessions} failed={(reason) => t("account.sessionsLoadFailed", { reason })} />
      )}
      {sessions.data && !sessions.error && <SessionList sessions={sessions.data} attempt={confirmed.attempt} />}
      {confirmed.dialog}
    </AccountSection>
  );
}

function SessionList({ sessions, attempt }: { sessions: BrowserSession[] } & Pick<Confirmed, "attempt">) {
  const { t } = useTranslation();
  const { authApi } = useServices();
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  const end = (revoke: () => Promise<unknown>, message: string) =>
    attempt(async () => {
      await revoke();
      notifications.show({ message });
      await queryClient.invalidateQueries({ queryKey: SESSIONS_KEY });
    });
  return (
    <>
      <ul className={sessionsClasses.list}>
        {sessions.map((each) => (
          <SessionRow
            key={each.id}
            session={each}
            isHere={sessions.some(({ isCurrent, ipAddress }) => isCurrent && ipAddress === each.ipAddress)}
            onEnd={(device) =>
              end(() => authApi.call((client) => client.revokeSession({ token: each.token })), t("account.revoked", { device }))
            }
          />
        ))}
      </ul>
      {others.length === 0 ? (
        <Text c="dimmed">{t("account.onlyThis")}</Text>
      ) : (
        <Button w="fit-content" onClick={() => setIsAsking(true)}>
          {t("account.revokeOthers")}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t("account.revokeOthersTitle")}
          body={t("account.revokeOthersBody", { count: others.length })}
          confirm={t("account.revokeOthers")}
          onClose={() => setIsAsking(false)}
          onConfirm={async () => {
            setIsAsking(false);
            await end(() => authApi.call((client) => client.revokeOtherSessions()), t("account.othersRevoked"));
          }}
        />
      )}
    </>
  );
}
