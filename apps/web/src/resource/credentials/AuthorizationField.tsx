import { Input, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "../form/field-props.ts";
import { TextField } from "../form/TextField.tsx";
import { useField } from "../form/use-field.ts";
import { ConnectAccount } from "./ConnectAccount.tsx";
import { connectableProvider, connectsOf } from "./connectable.ts";

const SHORT_TEXT = { kind: "text", isLong: false, suggestions: [], maxCharacters: undefined } as const;

/** The id of a sign-in. Nobody types it: connecting the account creates the credential. */
export function AuthorizationField(field: FieldProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { label, error } = useField(field);
  const provider = connectableProvider(connectsOf(field.schema)[0]);
  if (field.value !== undefined || !provider) return <TextField {...field} {...SHORT_TEXT} />;
  return (
    <Input.Wrapper label={label} error={error} labelElement="div">
      <Text c="dimmed" mb={8}>
        {t("connect.instead")}
      </Text>
      <ConnectAccount
        provider={provider}
        variant="filled"
        onConnected={(id) =>
          void navigate({ to: "/$resource/$id", params: { resource: "credentials", id }, ignoreBlocker: true, replace: true })
        }
      />
    </Input.Wrapper>
  );
}
