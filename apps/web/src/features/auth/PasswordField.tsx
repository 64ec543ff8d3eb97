import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface PasswordFieldProps extends PasswordInputProps {
  /** Tells the browser's password store which one is meant. */
  autoComplete: "current-password" | "new-password";
}

/** A password that can be made visible, by keyboard too. */
export function PasswordField({ description, error, ...props }: PasswordFieldProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      // What is wrong says the same; once is enough.
      description={error ? undefined : description}
      error={error}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ "aria-label": t("auth.showTyped") }}
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
