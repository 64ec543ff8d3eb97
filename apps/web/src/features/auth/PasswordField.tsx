import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface PasswordFieldProps extends PasswordInputProps {
  /** For password managers. */
  autoComplete: "current-password" | "new-password";
}

/** A password field whose text can be shown, also by keyboard. */
export function PasswordField({ description, error, ...props }: PasswordFieldProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      // The error repeats the description.
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
