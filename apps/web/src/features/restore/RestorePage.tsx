import { Button, Paper, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Failure } from "../../kit/Failure.tsx";
import { Form } from "../../kit/Form.tsx";
import { Mark } from "../../kit/Mark.tsx";
import { RestoreKinds } from "./RestoreKinds.tsx";
import classes from "./restore.module.css";
import { unlock } from "./restore-api.ts";

interface Unlocked {
  token: string;
  lockedAt: string;
}

/** The operator of a restored server resumes what is held. The browser stores nothing, so a reload locks the page. */
export function RestorePage() {
  const [unlocked, setUnlocked] = useState<Unlocked>();
  useEffect(() => {
    if (!unlocked) return;
    const timer = setTimeout(() => setUnlocked(undefined), Date.parse(unlocked.lockedAt) - Date.now());
    return () => clearTimeout(timer);
  }, [unlocked]);
  if (!unlocked) return <UnlockForm onUnlocked={setUnlocked} />;
  return <RestoreKinds key={unlocked.token} {...unlocked} onLock={() => setUnlocked(undefined)} />;
}

function UnlockForm({ onUnlocked }: { onUnlocked: (unlocked: Unlocked) => void }) {
  const { t } = useTranslation();
  const [code, setCode] = useState("");
  const send = useMutation({ mutationFn: unlock, onSuccess: onUnlocked });
  return (
    <main className={classes.locked}>
      <title>{`${t("restore.title")} · ${t("app.name")}`}</title>
      <Paper p="lg" className={classes.lockedCard ?? ""}>
        <div className={classes.lockedBrand}>
          <Mark size={22} />
          <span>{t("app.name")}</span>
        </div>
        <h1 className={classes.title}>{t("restore.title")}</h1>
        <p className={classes.dim}>{t("restore.unlockNote")}</p>
        <Failure>{send.error?.message}</Failure>
        <Form onSubmit={() => send.mutate(code)} noValidate>
          <Stack gap="md">
            <TextInput
              label={t("restore.code")}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              placeholder="ABCD-EFGH-JKMN-PQRS"
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              autoFocus
            />
            <Button type="submit" variant="filled" fullWidth loading={send.isPending}>
              {t("restore.unlock")}
            </Button>
          </Stack>
        </Form>
      </Paper>
    </main>
  );
}
