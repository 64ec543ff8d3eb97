import { Alert, Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** Why a list could not be loaded, with a retry button. */
export function LoadFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Alert color="red" variant="outline" m="lg" role="alert">
      {message}{" "}
      <Button size="compact-sm" ml="xs" onClick={onRetry}>
        {t("app.retry")}
      </Button>
    </Alert>
  );
}
