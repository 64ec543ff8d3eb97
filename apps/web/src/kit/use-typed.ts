import { useState } from "react";

/** A text while it is typed. It follows changes of the stored one. */
export function useTyped(stored: string) {
  const [typed, setTyped] = useState(stored);
  const [seen, setSeen] = useState(stored);
  if (seen !== stored) {
    setSeen(stored);
    setTyped(stored);
  }
  return [typed, setTyped] as const;
}
