import { notifications } from "@mantine/notifications";
import { useRouter } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useServices } from "../services.tsx";

/** Ends the session and goes to the sign-in. Says so when it fails. */
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
