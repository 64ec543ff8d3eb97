import type { Invitation } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../kit/CopyButton.tsx";

/** The link works without the mail: an admin can send it another way. */
export function CopyInvitationLink({ invitation: { id, email, link } }: { invitation: Invitation }) {
  const { t } = useTranslation();
  const text = link ?? `${window.location.origin}/invite/${id}`;
  return <CopyButton text={text} label={t("members.copyLink")} aria-label={t("members.copyLinkNamed", { email })} />;
}
