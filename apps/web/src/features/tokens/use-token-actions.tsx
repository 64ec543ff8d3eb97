import type { Token } from "@callwright/contract";
import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient } from "../../app/services.tsx";
import { tokenKeys } from "./token-queries.ts";

/** How long the offer to undo stands. Restoring over the API works for 30 days. */
const UNDO_OFFER_MS = 15_000;

/** What a row's menu does. Each takes effect at the token's next request; what fails is said. */
export function useTokenActions() {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const attempt = async (act: () => Promise<unknown>): Promise<boolean> => {
    try {
      await act();
      return true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      notifications.show({ color: "red", message: t("tokens.failed", { reason }) });
      return false;
    } finally {
      await queryClient.invalidateQueries({ queryKey: tokenKeys.all });
    }
  };

  const offerUndo = ({ id, name }: Token) => {
    const notification = notifications.show({
      autoClose: UNDO_OFFER_MS,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text span>{t("tokens.deleted", { name: name ?? t("tokens.unnamed") })}</Text>
          <Button
            size="compact-sm"
            onClick={() => {
              notifications.hide(notification);
              void attempt(() => client.restoreToken({ id }));
            }}
          >
            {t("app.undo")}
          </Button>
        </Group>
      ),
    });
  };

  return {
    enable: ({ id, restrictions }: Token, enabled: boolean) =>
      attempt(() => client.updateToken({ id, body: { restrictions: { ...restrictions, enabled } } })),
    remove: async (token: Token) => {
      if (await attempt(() => client.deleteToken({ id: token.id }))) offerUndo(token);
    },
  };
}
