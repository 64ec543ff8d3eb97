import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type Services, ServicesProvider } from "../data/services.tsx";
import { makeTheme } from "../kit/theme/theme.ts";
import { ConnectionBanner } from "./ConnectionBanner.tsx";
import { LateNotifications } from "./LateNotifications.tsx";
import type { createAppRouter } from "./routes.tsx";
import type { PaletteStore } from "./shell/palette-store.ts";
import { PaletteContext } from "./shell/use-palette.ts";

interface AppProps {
  services: Services;
  palette: PaletteStore;
  router: ReturnType<typeof createAppRouter>;
}

export function App({ services, palette, router }: AppProps) {
  const { t } = useTranslation();
  const theme = useMemo(() => makeTheme(t("app.close")), [t]);
  return (
    <ServicesProvider services={services}>
      <QueryClientProvider client={services.queryClient}>
        <MantineProvider theme={theme} defaultColorScheme="auto">
          <ConnectionBanner />
          <PaletteContext value={palette}>
            <RouterProvider router={router} />
          </PaletteContext>
          <LateNotifications />
        </MantineProvider>
      </QueryClientProvider>
    </ServicesProvider>
  );
}
