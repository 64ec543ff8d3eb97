import type { ServerStatus } from "@callwright/contract";
import { Button, Divider, Stack, Text } from "@mantine/core";
import { IconBrandGithub, IconBrandGoogle, IconBrandWindows, IconKey } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useServices } from "../../data/services.tsx";
import { serverProblem } from "./auth-problems.ts";
import { socialFailedPath } from "./auth-search.ts";
import { useProblemText } from "./use-problem-text.ts";

const ICONS: Record<string, typeof IconKey> = {
  google: IconBrandGoogle,
  github: IconBrandGithub,
  microsoft: IconBrandWindows,
};

interface SocialButtonsProps {
  providers: ServerStatus["socialProviders"];
  /** Path to open afterwards. */
  returnTo: string;
}

/** Buttons of the configured social sign-in providers. They leave the page. */
export function SocialButtons({ providers, returnTo }: SocialButtonsProps) {
  const { t } = useTranslation();
  const { authApi } = useServices();
  const textOf = useProblemText();
  const leave = useMutation({
    mutationFn: (provider: string) =>
      authApi.call((client) =>
        client.signIn.social({ provider, callbackURL: returnTo, errorCallbackURL: socialFailedPath(provider) }),
      ),
  });
  if (providers.length === 0) return null;
  return (
    <Stack gap="xs">
      {providers.map(({ id, name }) => {
        const Icon = ICONS[id] ?? IconKey;
        return (
          <Button
            key={id}
            fullWidth
            leftSection={<Icon size={16} aria-hidden="true" />}
            // Disabled until the next page has loaded.
            loading={leave.variables === id && (leave.isPending || leave.isSuccess)}
            onClick={() => leave.mutate(id)}
          >
            {t("auth.social.continue", { name })}
          </Button>
        );
      })}
      <div role="alert">{leave.error && <Text c="red">{textOf(serverProblem(leave.error, []))}</Text>}</div>
    </Stack>
  );
}

/** The buttons with a separator above. */
export function SocialChoice(props: SocialButtonsProps) {
  const { t } = useTranslation();
  if (props.providers.length === 0) return null;
  return (
    <>
      <Divider label={t("auth.social.or")} />
      <SocialButtons {...props} />
    </>
  );
}
