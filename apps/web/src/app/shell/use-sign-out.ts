import { notifications } from "@mantine/notifications";
import { useRouter } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useServices } from "../../data/services.tsx";

/** Ends the session and opens the sign-in page. Failures are shown as notifications. */
export function useSignOut(): () => void {
  const { t } = useTranslation();
  const { session } = useServices();
  const router = useRouter();
  const signOut = async () => {
    try {
      await session.signOut();
    } catch {
      notifications.show({ color: "red", message: t("shell.signOutFailed") });
      return;
    }
    await router.navigate({ to: "/sign-in" });
  };
  return () => void signOut();
}
