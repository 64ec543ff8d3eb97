import type { Invitation } from "@callwright/contract";
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCopy } from "../../kit/use-copy.ts";

/** The link works without the mail: an admin can send it another way. */
export function CopyInvitationLink({ invitation: { id, email, link } }: { invitation: Invitation }) {
  const { t } = useTranslation();
  const { copy, copied } = useCopy();
  return (
    <Button
      size="compact-sm"
      aria-label={copied ? undefined : t("members.copyLinkNamed", { email })}
      onClick={() => void copy(link ?? `${window.location.origin}/invite/${id}`)}
    >
      {t(copied ? "app.copied" : "members.copyLink")}
    </Button>
  );
}
