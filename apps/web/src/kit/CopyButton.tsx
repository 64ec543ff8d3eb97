import { ActionIcon, Button, type ButtonProps, type ElementProps } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useCopy } from "./use-copy.ts";

interface CopyButtonProps extends ButtonProps, ElementProps<"button", keyof ButtonProps> {
  text: string;
  label: string;
}

/** Copies a text. For a moment, it confirms that instead of showing its label. */
export function CopyButton({ text, label, ...button }: CopyButtonProps) {
  const { t } = useTranslation();
  const { copy, copied } = useCopy();
  return (
    <Button size="compact-sm" onClick={() => void copy(text)} {...button} aria-label={copied ? undefined : button["aria-label"]}>
      {copied ? t("app.copied") : label}
    </Button>
  );
}

/** Copies the text beside it. */
export function CopyIcon({ text, label }: { text: string; label: string }) {
  const { copy, copied } = useCopy();
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <ActionIcon aria-label={label} onClick={() => void copy(text)}>
      <Icon size={15} aria-hidden="true" />
    </ActionIcon>
  );
}
