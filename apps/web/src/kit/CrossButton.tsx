import { ActionIcon, type ActionIconProps, type ElementProps } from "@mantine/core";
import { IconX } from "@tabler/icons-react";

interface CrossButtonProps extends ActionIconProps, ElementProps<"button", keyof ActionIconProps> {
  "aria-label": string;
  iconSize?: number;
}

/** Removes or closes something. */
export function CrossButton({ iconSize = 14, ...button }: CrossButtonProps) {
  return (
    <ActionIcon {...button}>
      <IconX size={iconSize} aria-hidden="true" />
    </ActionIcon>
  );
}
