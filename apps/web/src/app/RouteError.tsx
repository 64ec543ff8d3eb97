import { ApiError } from "@callwright/client";
import { Button, Stack, Text, Title } from "@mantine/core";
import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "./services.tsx";

/** What a page shows that threw: a missing thing is not an accident, everything else can be tried again. */
export function RouteError({ error }: ErrorComponentProps) {
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  return <FailedPage error={error instanceof Error ? error : new Error(String(error))} />;
}

/** The same for pages outside the shell, which has the page's main landmark otherwise. */
export function BareRouteError(props: ErrorComponentProps) {
  return (
    <main>
      <RouteError {...props} />
    </main>
  );
}

function FailedPage({ error }: { error: Error }) {
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
      <Button variant="filled" w="fit-content" onClick={() => void router.invalidate()}>
        {t("app.retry")}
      </Button>
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
