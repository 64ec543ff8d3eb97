import { type ReactNode, useState } from "react";
import { AuthError } from "../../app/auth-api.ts";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

/** Was this refused because the person signed in too long ago? */
export function isNotFresh(error: unknown): boolean {
  return error instanceof AuthError && error.code === "SESSION_NOT_FRESH";
}

interface Confirmed {
  /** Does it; if the session is too old for that, asks for the password and does it then. Other failures are the caller's. */
  run: (action: () => Promise<void>) => Promise<void>;
  /** Asks for the password first. */
  ask: (action: () => Promise<void>) => void;
  dialog: ReactNode;
}

/** For what is only done for those who have signed in lately. */
export function useConfirmed(): Confirmed {
  const [wanted, setWanted] = useState<() => Promise<void>>();
  const ask = (action: () => Promise<void>) => setWanted(() => action);
  return {
    ask,
    run: async (action) => {
      try {
        await action();
      } catch (error) {
        if (!isNotFresh(error)) throw error;
        ask(action);
      }
    },
    dialog: wanted && (
      <ConfirmDialog
        onClose={() => setWanted(undefined)}
        onConfirmed={async () => {
          await wanted();
          setWanted(undefined);
        }}
      />
    ),
  };
}
