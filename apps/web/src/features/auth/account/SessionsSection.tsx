import { Alert, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../data/services.tsx";
import { useShownError } from "../../../data/use-shown-error.ts";
import { ConfirmDialog } from "../../../kit/ConfirmDialog.tsx";
import { AccountSection } from "./AccountSection.tsx";
import { type BrowserSession, SESSIONS_KEY, sessionsQuery } from "./account-queries.ts";
import { SessionRow } from "./SessionRow.tsx";
import classes from "./sessions.module.css";
import { isNotFresh, useConfirmed } from "./use-confirmed.tsx";

/** The user's sessions. The service lists them only after a recent sign-in. */
export function SessionsSection() {
  const { t } = useTranslation();
  const { authApi } = useServices();
  const sessions = useQuery(sessionsQuery(authApi));
  const confirmed = useConfirmed();
  const failure = useShownError(sessions.error);
  return (
    <AccountSection title={t("account.sessions")} note={t("account.sessionsHint")}>
      {isNotFresh(sessions.error) ? (
        <Group justify="space-between" wrap="nowrap" className={classes.confirm ?? ""}>
          <Text>{t("account.confirmFirst")}</Text>
          <Button
            className={classes.confirmButton ?? ""}
            onClick={() => confirmed.ask(async () => void (await sessions.refetch()))}
          >
            {t("account.confirmOpen")}
          </Button>
        </Group>
      ) : (
        failure && (
          <Alert color="red" variant="outline" role="alert">
            {t("account.sessionsLoadFailed", { reason: failure.message })}{" "}
            <Button size="compact-sm" onClick={() => void sessions.refetch()}>
              {t("app.retry")}
            </Button>
          </Alert>
        )
      )}
      {sessions.isPending && (
        <Stack gap="xs" role="status" aria-busy="true" aria-label={t("app.loading")}>
          <Skeleton h={56} />
          <Skeleton h={56} />
        </Stack>
      )}
      {sessions.data && !sessions.error && <SessionList sessions={sessions.data} run={confirmed.run} />}
      {confirmed.dialog}
    </AccountSection>
  );
}

interface SessionListProps {
  sessions: BrowserSession[];
  run: (action: () => Promise<void>) => Promise<void>;
}

function SessionList({ sessions, run }: SessionListProps) {
  const { t } = useTranslation();
  const { authApi } = useServices();
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  const end = async (revoke: () => Promise<unknown>, message: string) => {
    try {
      await run(async () => {
        await revoke();
        notifications.show({ message });
        await queryClient.invalidateQueries({ queryKey: SESSIONS_KEY });
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      notifications.show({ color: "red", message: t("account.failed", { reason }) });
    }
  };
  return (
    <>
      <ul className={classes.list}>
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
