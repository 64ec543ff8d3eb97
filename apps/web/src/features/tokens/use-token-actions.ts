import type { Token } from "@callwright/contract";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../data/services.tsx";
import { showUndo } from "../../kit/show-undo.tsx";
import { tokenKeys } from "./token-queries.ts";

/** Actions of a row's menu. They take effect at the token's next request. Failures are shown as notifications. */
export function useTokenActions() {
  const { t } = useTranslation();
  const client = useClient();
  const { dataHost } = useServices();
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

  const offerUndo = ({ id, name }: Token) =>
    showUndo({
      message: t("tokens.deleted", { name: name ?? t("tokens.unnamed") }),
      label: t("app.undo"),
      onUndo: () => void attempt(() => client.tokens.restore({ id })),
    });

  return {
    enable: ({ id, restrictions }: Token, enabled: boolean) =>
      attempt(() => client.tokens.update({ id, body: { restrictions: { ...restrictions, enabled } } })),
    remove: async (token: Token) => {
      const isDeleted = await attempt(() => client.tokens.delete({ id: token.id }));
      if (isDeleted && dataHost.offers("restoreToken")) offerUndo(token);
    },
  };
}
