import { Button, Group, Loader, Stack, Text, TextInput } from "@mantine/core";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type SyntheticEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AuthApi, AuthError } from "../../../data/auth-api.ts";
import { useServices, useSession } from "../../../data/services.tsx";
import { AuthCard } from "../AuthCard.tsx";
import { useConfirmed } from "../account/use-confirmed.tsx";
import { serverProblem } from "../auth-problems.ts";
import { useProblemText } from "../use-problem-text.ts";
import classes from "./device.module.css";
import { shownUserCode, USER_CODE_CHARACTERS, userCodeOf } from "./user-code.ts";

/** Approves a device without a browser: its code is typed or in the address. */
export function DevicePage() {
  const { user_code: code } = useSearch({ from: "/device" });
  return code === undefined ? <CodeForm /> : <AskedWith key={code} code={code} />;
}

function AskedWith({ code }: { code: string }) {
  const { t } = useTranslation();
  const { authApi } = useServices();
  const textOf = useProblemText();
  const request = useQuery(deviceRequestQuery(authApi, code));
  if (request.error) {
    const known = knownProblem(request.error);
    return <CodeForm code={code} problem={known ? t(`device.${known}`) : textOf(serverProblem(request.error, []))} />;
  }
  if (!request.data) {
    return (
      <AuthCard title={t("device.title")}>
        <Loader size="sm" role="status" aria-label={t("app.loading")} />
      </AuthCard>
    );
  }
  const obstacle = obstacleOf(request.data);
  if (obstacle) return <CodeForm code={code} problem={t(`device.${obstacle}`)} />;
  return <ReviewRequest code={code} request={request.data} />;
}

function knownProblem(error: Error): "invalid" | "expired" | undefined {
  if (!(error instanceof AuthError)) return undefined;
  return ({ invalid_request: "invalid", expired_token: "expired" } as const)[error.code ?? ""];
}

/** Why the request cannot be approved. */
function obstacleOf({ status, client_id: clientId }: DeviceRequest) {
  if (status === "approved") return "alreadyApproved";
  if (status === "denied") return "alreadyDenied";
  return clientId === undefined ? "someoneElse" : undefined;
}

/** The code field; `problem` is the error of the last code. */
function CodeForm({ code = "", problem }: { code?: string; problem?: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(code);
  const [isIncomplete, setIsIncomplete] = useState(false);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsIncomplete(typed.length !== USER_CODE_CHARACTERS);
    if (typed.length === USER_CODE_CHARACTERS) void navigate({ to: "/device", search: { user_code: typed } });
    else event.currentTarget.querySelector("input")?.focus();
  };
  const error = isIncomplete ? t("device.codeRequired", { count: USER_CODE_CHARACTERS }) : typed === code && problem;
  return (
    <AuthCard title={t("device.title")} note={t("device.note")}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t("device.code")}
            value={shownUserCode(typed)}
            onChange={(event) => {
              setIsIncomplete(false);
              setTyped(userCodeOf(event.currentTarget.value).slice(0, USER_CODE_CHARACTERS));
            }}
            error={error}
            placeholder="ABCD-EFGH"
            classNames={{ input: classes.codeInput ?? "" }}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            autoFocus
          />
          <Button type="submit" variant="filled" fullWidth>
            {t("device.next")}
          </Button>
        </Stack>
      </form>
    </AuthCard>
  );
}

/** Shows the device, the scopes and the code; the user approves or denies. */
function ReviewRequest({ code, request }: { code: string; request: DeviceRequest }) {
  const { t } = useTranslation();
  const { authApi } = useServices();
  const session = useSession();
  const textOf = useProblemText();
  const client = useClientName(request.client_id ?? "");
  const [decided, setDecided] = useState<DeviceAnswer>();
  const confirmed = useConfirmed();
  const decide = useMutation({
    mutationFn: (answer: DeviceAnswer) => confirmed.run(async () => setDecided(await answerDevice(authApi, code, answer))),
  });
  if (decided) return <Decided answer={decided} client={client} />;
  const facts = [
    { name: t("device.yourCode"), value: shownUserCode(code), isCode: true },
    ...(session.kind === "signed-in" ? [{ name: t("device.account"), value: session.user.email }] : []),
    ...(request.scope ? [{ name: t("device.scope"), value: request.scope.split(" ").join(", ") }] : []),
  ];
  return (
    <AuthCard
      title={t("device.reviewTitle")}
      note={t("device.asks", { client })}
      problem={decide.error && textOf(serverProblem(decide.error, []))}
    >
      <dl className={classes.facts}>
        {facts.map(({ name, value, isCode }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={isCode ? classes.code : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      <Text fz="sm">{t("device.warning")}</Text>
      <Group grow>
        <Button disabled={decide.isPending} onClick={() => decide.mutate("deny")}>
          {t("device.deny")}
        </Button>
        <Button variant="filled" loading={decide.isPending} onClick={() => decide.mutate("approve")}>
          {t("device.approve")}
        </Button>
      </Group>
      {confirmed.dialog}
    </AuthCard>
  );
}

function Decided({ answer, client }: { answer: DeviceAnswer; client: string }) {
  const { t } = useTranslation();
  const outcome = answer === "approve" ? "approved" : "denied";
  return (
    <AuthCard title={t(`device.${outcome}Title`)}>
      <Stack gap="sm">
        <Text role="status">{t(`device.${outcome}Body`, { client })}</Text>
        <Link to="/settings/account">{t("device.toAccount")}</Link>
      </Stack>
    </AuthCard>
  );
}

function useClientName(id: string): string {
  const { t } = useTranslation();
  return id === "callwright-cli" ? t("device.clients.cli") : t("device.unknownClient", { id });
}

/** A device's request. */
interface DeviceRequest {
  status: "pending" | "approved" | "denied";
  /** Missing if another account has claimed the code. */
  client_id?: string;
  /** Scopes, separated by spaces; may be empty. */
  scope?: string | null;
}

/** Reading the request claims it: no other user can approve it afterwards. */
function deviceRequestQuery(authApi: AuthApi, userCode: string) {
  return queryOptions({
    queryKey: ["device", userCode],
    retry: false,
    // Only the user changes it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: () => authApi.call((client) => client.$fetch<DeviceRequest>("/device", { query: { user_code: userCode } })),
  });
}

type DeviceAnswer = "approve" | "deny";

async function answerDevice(authApi: AuthApi, userCode: string, answer: DeviceAnswer): Promise<DeviceAnswer> {
  await authApi.call((client) => client.$fetch(`/device/${answer}`, { method: "POST", body: { userCode } }));
  return answer;
}
