import { useHotkeys } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { focusField } from "../form/focus-field.ts";
import type { EditedObject } from "./use-edited-object.ts";

/** Saves an object without problems; otherwise focuses the first problem. ⌘S does the same. */
export function useSave<Saved>(edited: EditedObject, send: () => Promise<Saved>, onSaved?: (saved: Saved) => void) {
  const [isTried, setTried] = useState(false);
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: (saved) => {
      setTried(false);
      onSaved?.(saved);
    },
    onError: (error) => edited.refuse(error),
  });
  const save = () => {
    if (mutation.isPending) return;
    edited.showAll();
    setTried(true);
    if (edited.blocking.length === 0) mutation.mutate();
    else focusField(edited.blocking.map(({ path }) => path));
  };
  useHotkeys([["mod+S", save]], [], true);
  return { save, isTried, isPending: mutation.isPending, error: mutation.error };
}
