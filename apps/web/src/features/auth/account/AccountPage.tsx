import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "../../../data/services.tsx";
import type { SignedIn } from "../../../data/session.ts";
import { PageHeader } from "../../../kit/PageHeader.tsx";
import { Scroller } from "../../../kit/Scroller.tsx";
import { AccountSection } from "./AccountSection.tsx";
import classes from "./account.module.css";
import { DeleteAccountDialog } from "./DeleteAccountDialog.tsx";
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

function DeleteAccount({ session }: { session: SignedIn }) {
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
