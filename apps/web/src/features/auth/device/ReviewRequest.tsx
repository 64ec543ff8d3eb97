import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices, useSession } from "../../../data/services.tsx";
import { AuthCard } from "../AuthCard.tsx";
import { useConfirmed } from "../account/use-confirmed.tsx";
import { serverProblem } from "../auth-problems.ts";
import { useProblemText } from "../use-problem-text.ts";
import classes from "./device.module.css";
import { answerDevice, type DeviceAnswer, type DeviceRequest } from "./device-requests.ts";
import { shownUserCode } from "./user-code.ts";

/** Shows the device, the scopes and the code; the user approves or denies. */
export function ReviewRequest({ code, request }: { code: string; request: DeviceRequest }) {
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
