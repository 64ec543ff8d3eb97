import { ApiError } from "@callwright/client";
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../data/services.tsx";

interface RouteErrorProps extends ErrorComponentProps {
  /** Actions beside "Try again". */
  actions?: ReactNode;
}

/** The error page of a route. A 404 says that the page is missing; other errors can be tried again. */
export function RouteError({ error, actions }: RouteErrorProps) {
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  return <FailedPage error={error instanceof Error ? error : new Error(String(error))} actions={actions} />;
}

/** For pages outside the shell, which provides the main landmark otherwise. */
export function BareRouteError(props: ErrorComponentProps) {
  return (
    <main>
      <RouteError {...props} />
    </main>
  );
}

function FailedPage({ error, actions }: { error: Error; actions: ReactNode }) {
  const { t } = useTranslation();
  const router = useRouter();
  const { connection } = useServices();
  useEffect(
    () =>
      connection.subscribe(() => {
        if (connection.state() === "up") void router.invalidate();
      }),
    [connection, router],
  );
  return (
    <Stack p="xl" maw={560} gap="sm" role="alert">
      <Title order={1} fz="lg">
        {t("app.failed.title")}
      </Title>
      <Text>{error.message}</Text>
      <Text c="dimmed">{t("app.failed.body")}</Text>
      {error instanceof ApiError && error.requestId && (
        <Text c="dimmed" className="mono">
          {t("app.requestId")}: {error.requestId}
        </Text>
      )}
      <Group gap="xs">
        <Button variant="filled" onClick={() => void router.invalidate()}>
          {t("app.retry")}
        </Button>
        {actions}
      </Group>
    </Stack>
  );
}

export function NotFound() {
  const { t } = useTranslation();
  return (
    <Stack p="xl" maw={560} gap="sm">
      <Title order={1} fz="lg">
        {t("app.notFound.title")}
      </Title>
      <Text c="dimmed">{t("app.notFound.body")}</Text>
      <Link to="/assistants">{t("app.notFound.action")}</Link>
    </Stack>
  );
}

export function BareNotFound() {
  return (
    <main>
      <NotFound />
    </main>
  );
}
