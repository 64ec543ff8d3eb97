import { useTranslation } from "react-i18next";
import { PageHeader } from "../../app/PageHeader.tsx";
import { useSession } from "../../app/services.tsx";
import classes from "./account.module.css";
import { DeleteAccount } from "./DeleteAccount.tsx";
import { EmailSection } from "./EmailSection.tsx";
import { PasswordSection } from "./PasswordSection.tsx";
import { ProfileSection } from "./ProfileSection.tsx";
import { SessionsSection } from "./SessionsSection.tsx";

/** Who one is here, how one signs in, where one is signed in, and the way out. */
export function AccountPage() {
  const { t } = useTranslation();
  const session = useSession();
  if (session.kind !== "signed-in") return null;
  const { user } = session;
  return (
    <div className={classes.page}>
      <PageHeader title={t("account.title")} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard. */}
      <div className={classes.sections} tabIndex={0}>
        <ProfileSection user={user} />
        <EmailSection key={user.email} user={user} />
        <PasswordSection user={user} />
        <SessionsSection />
        <DeleteAccount session={session} />
      </div>
    </div>
  );
}
