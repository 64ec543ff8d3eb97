import { notifications } from "@mantine/notifications";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

/** Does something to the organisation, says why when it does not work, and reads the list it is about anew. */
export function useOrgChange(queryKey: QueryKey) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return async (change: () => Promise<void>): Promise<void> => {
    try {
      await change();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      notifications.show({ color: "red", message: t("organisation.failed", { reason }) });
    }
    await queryClient.invalidateQueries({ queryKey });
  };
}
