import { lazy, Suspense } from "react";
import type { ConfirmDialogProps } from "./ConfirmDialog.tsx";

const ConfirmDialog = lazy(async () => ({ default: (await import("./ConfirmDialog.tsx")).ConfirmDialog }));

/** The dialog that asks before an action, where a screen loads it only when it is needed. */
export function ConfirmLater({ isAsking, ...dialog }: ConfirmDialogProps & { isAsking: boolean }) {
  return <Suspense fallback={null}>{isAsking && <ConfirmDialog {...dialog} />}</Suspense>;
}
