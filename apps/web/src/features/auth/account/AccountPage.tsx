import { useTranslation } from "react-i18next";
import { useSession } from "../../../data/services.tsx";
import { PageHeader } from "../../../kit/PageHeader.tsx";
import { Scroller } from "../../../kit/Scroller.tsx";
import classes from "./account.module.css";
import { DeleteAccount } from "./DeleteAccount.tsx";
import { EmailSection } from "./EmailSection.tsx";
import { PasswordSection } from "./PasswordSection.tsx";
import { ProfileSection } from "./ProfileSection.tsx";
import { SessionsSection } from "./SessionsSection.tsx";
import { SignInMethods } from "./SignInMethods.tsx";

/** Settings → Account: profile, sign-in methods, sessions, deletion. */
export function AccountPage() {
  const { t } = useTranslation();
  const session = useSession();
  if (session.kind !== "signed-in") return null;
  const { user } = session;
  return (
    <div className={classes.page}>
      <PageHeader title={t("account.title")} />
      <Scroller className={classes.sections}>
        <ProfileSection user={user} />
        <EmailSection key={user.email} user={user} />
        <PasswordSection user={user} />
        <SignInMethods />
        <SessionsSection />
        <DeleteAccount session={session} />
      </Scroller>
    </div>
  );
}
