import { MantineProvider } from "@mantine/core";
import { useNotifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Services, ServicesProvider, useConnection } from "../data/services.tsx";
import { makeTheme } from "../kit/theme/theme.ts";
import classes from "./connection-banner.module.css";
import type { createAppRouter } from "./routes.tsx";

export function App({ services, router }: { services: Services; router: ReturnType<typeof createAppRouter> }) {
  const { t } = useTranslation();
  const theme = useMemo(() => makeTheme(t("app.close")), [t]);
  return (
    <ServicesProvider services={services}>
      <QueryClientProvider client={services.queryClient}>
        <MantineProvider theme={theme} defaultColorScheme="auto">
          <ConnectionBanner />
          <RouterProvider router={router} />
          <LateNotifications />
        </MantineProvider>
      </QueryClientProvider>
    </ServicesProvider>
  );
}

/** Shown while the server cannot be reached. The live region is always rendered: screen readers ignore one that appears with its text. */
function ConnectionBanner() {
  const { t } = useTranslation();
  const state = useConnection();
  return (
    <div role="status" aria-live="assertive">
      {state === "down" && <div className={classes.banner}>{t("app.unreachable")}</div>}
    </div>
  );
}

const NotificationArea = lazy(async () => ({ default: (await import("./NotificationArea.tsx")).NotificationArea }));

/** Loads the notification area with the first notification. */
function LateNotifications() {
  const { notifications } = useNotifications();
  const [needed, setNeeded] = useState(false);
  if (notifications.length > 0 && !needed) setNeeded(true);
  return <Suspense fallback={null}>{needed && <NotificationArea />}</Suspense>;
}
