import { Button, type ButtonProps } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ConfirmDialogProps } from "./ConfirmDialog.tsx";
import { ConfirmLater } from "./ConfirmLater.tsx";

interface ConfirmButtonProps extends Omit<ConfirmDialogProps, "onClose">, Pick<ButtonProps, "className" | "color" | "variant"> {
  label: string;
}

/** A button that asks before it acts. */
export function ConfirmButton({ label, className, color, variant, ...dialog }: ConfirmButtonProps) {
  const [isAsking, ask] = useDisclosure();
  return (
    <>
      <Button className={className} color={color} variant={variant} onClick={ask.open}>
        {label}
      </Button>
      <ConfirmLater {...dialog} isAsking={isAsking} onClose={ask.close} />
    </>
  );
}
