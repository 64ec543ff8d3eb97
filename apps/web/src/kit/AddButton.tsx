import { Button, type ButtonProps, type ElementProps } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";

/** Adds an entry to a list. */
export function AddButton(props: ButtonProps & ElementProps<"button", keyof ButtonProps>) {
  return <Button size="compact-sm" leftSection={<IconPlus size={14} aria-hidden="true" />} {...props} />;
}
