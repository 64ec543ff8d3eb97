import { type ReactNode, useState } from "react";
import { AuthError } from "../../../data/auth-api.ts";
import { PasswordDialog } from "./PasswordDialog.tsx";

/** Was the request refused because the sign-in was too long ago? */
export function isNotFresh(error: unknown): boolean {
  return error instanceof AuthError && error.code === "SESSION_NOT_FRESH";
}

interface Confirmed {
  /** Runs the action. If the session is too old, asks for the password first. Rejects with other errors. */
  run: (action: () => Promise<void>) => Promise<void>;
  /** Asks for the password first. */
  ask: (action: () => Promise<void>) => void;
  dialog: ReactNode;
}

/** For actions that need a recent sign-in. */
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
      <PasswordDialog
        onClose={() => setWanted(undefined)}
        onConfirmed={async () => {
          await wanted();
          setWanted(undefined);
        }}
      />
    ),
  };
}
