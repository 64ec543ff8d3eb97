import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SignedIn } from "../../../data/session.ts";
import { AccountSection } from "./AccountSection.tsx";
import { DeleteAccountDialog } from "./DeleteAccountDialog.tsx";

export function DeleteAccount({ session }: { session: SignedIn }) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <AccountSection title={t("account.danger")} note={t("account.dangerHint")}>
      <Button color="red" variant="outline" w="fit-content" onClick={() => setIsAsking(true)}>
        {t("account.delete")}
      </Button>
      {isAsking && <DeleteAccountDialog session={session} onClose={() => setIsAsking(false)} />}
    </AccountSection>
  );
}
