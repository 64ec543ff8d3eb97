import { Button, Stack, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type SyntheticEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { AuthCard } from "../AuthCard.tsx";
import classes from "./device.module.css";
import { shownUserCode, USER_CODE_CHARACTERS, userCodeOf } from "./user-code.ts";

/** The code field; `problem` is the error of the last code. */
export function CodeForm({ code = "", problem }: { code?: string; problem?: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(code);
  const [isIncomplete, setIsIncomplete] = useState(false);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsIncomplete(typed.length !== USER_CODE_CHARACTERS);
    if (typed.length === USER_CODE_CHARACTERS) void navigate({ to: "/device", search: { user_code: typed } });
    else event.currentTarget.querySelector("input")?.focus();
  };
  const error = isIncomplete ? t("device.codeRequired", { count: USER_CODE_CHARACTERS }) : typed === code && problem;
  return (
    <AuthCard title={t("device.title")} note={t("device.note")}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t("device.code")}
            value={shownUserCode(typed)}
            onChange={(event) => {
              setIsIncomplete(false);
              setTyped(userCodeOf(event.currentTarget.value).slice(0, USER_CODE_CHARACTERS));
            }}
            error={error}
            placeholder="ABCD-EFGH"
            classNames={{ input: classes.codeInput ?? "" }}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            autoFocus
          />
          <Button type="submit" variant="filled" fullWidth>
            {t("device.next")}
          </Button>
        </Stack>
      </form>
    </AuthCard>
  );
}
