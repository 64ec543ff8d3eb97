import { Button, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useServices } from "../../data/services.tsx";
import { OutboxHint } from "../../kit/OutboxHint.tsx";
import classes from "./auth-card.module.css";
import { serverProblem } from "./auth-problems.ts";
import { keepReturn } from "./pending-return.ts";
import { useProblemText } from "./use-problem-text.ts";

interface SendVerificationProps {
  email: string;
  /** Path to open once the address is verified. */
  returnTo?: string | undefined;
}

/** Sends the verification mail again and confirms it. */
export function SendVerification({ email, returnTo }: SendVerificationProps) {
  const { t } = useTranslation();
  const { authApi } = useServices();
  const textOf = useProblemText();
  const mail = useMutation({
    mutationFn: async () => {
      await authApi.call((client) => client.sendVerificationEmail({ email }));
      if (returnTo !== undefined) keepReturn(returnTo, window.localStorage, Date.now());
    },
  });
  return (
    <Stack gap="xs" align="start">
      <Button loading={mail.isPending} onClick={() => mail.mutate()}>
        {t("auth.mail.send")}
      </Button>
      <Text role="status" fz="sm" className={classes.said ?? ""}>
        {mail.isSuccess && t("auth.mail.sent", { email })}
      </Text>
      <OutboxHint otherwise={t("auth.mail.look")} />
      <div role="alert" className={classes.said}>
        {mail.error && <Text c="red">{textOf(serverProblem(mail.error, []))}</Text>}
      </div>
    </Stack>
  );
}
