import { Alert } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { CredentialHint } from "../credentials/CredentialHint.tsx";
import classes from "./page.module.css";
import type { EditedObject } from "./use-edited-object.ts";

/** Why the object was not saved: problems to fix first, or the server's error. */
export function SaveNotice({ edited, isTried, error }: { edited: EditedObject; isTried: boolean; error: Error | null }) {
  const { t } = useTranslation();
  const isBlocked = isTried && edited.blocking.length > 0;
  if (!isBlocked && !error) return null;
  return (
    <div className={classes.notice}>
      <Alert color="red" variant="outline" py="xs" role="alert">
        {isBlocked
          ? t("resource.problems", { count: edited.blocking.length })
          : t("resource.failed", { reason: error?.message ?? "" })}
        {!isBlocked && <CredentialHint message={error?.message} />}
      </Alert>
    </div>
  );
}
