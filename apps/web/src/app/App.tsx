import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ConnectionBanner } from "./ConnectionBanner.tsx";
import { LateNotifications } from "./LateNotifications.tsx";
import type { createAppRouter } from "./routes.tsx";
import { type Services, ServicesProvider } from "./services.tsx";
import { makeTheme } from "./theme.ts";

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
