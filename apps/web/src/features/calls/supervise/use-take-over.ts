import { type CallEvent, type CallSupervisor, TAKE_OVER_RENEW_MS } from "@callwright/contract";
import { useCallback, useEffect, useState } from "react";
import { useSendControl } from "./use-control-call.ts";

/** The call that this tab has taken over. A reload keeps it, another tab does not see it. */
const KEY = "callwright-taken-call";

/** The server says that the call is not this person's any more. */
const LOST = new Set(["call-not-taken", "call-taken", "call-over", "call-control-disabled", "forbidden", "not-found"]);

const codeOf = (error: unknown) => (error as { code?: string }).code ?? "";

/** Takes calls over. Fails with the reason, for example that somebody else has the call. */
export function useTakeCall(): (id: string) => Promise<void> {
  const send = useSendControl();
  return async (id) => {
    await send(id, { type: "take-over" });
    sessionStorage.setItem(KEY, id);
  };
}

/** Whether this tab has the call. While it does, and is open, the lease is renewed. */
export function useTakeOver(id: string) {
  const send = useSendControl();
  const take = useTakeCall();
  const [isMine, setMine] = useState(() => sessionStorage.getItem(KEY) === id);
  const [isLost, setLost] = useState(false);
  const release = useCallback(() => {
    sessionStorage.removeItem(KEY);
    setMine(false);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `send` is a new function at every render.
  useEffect(() => {
    if (!isMine) return;
    let isOpen = true;
    let isSending = false;
    const renew = async () => {
      // While the connection is lost, one renewal waits for it.
      if (isSending) return;
      isSending = true;
      await send(id, { type: "renew-take-over" }).catch((error: unknown) => {
        if (!isOpen || !LOST.has(codeOf(error))) return;
        setLost(codeOf(error) !== "call-over");
        release();
      });
      isSending = false;
    };
    void renew();
    const timer = setInterval(() => void renew(), TAKE_OVER_RENEW_MS);
    return () => {
      isOpen = false;
      clearInterval(timer);
    };
  }, [isMine, id]);
  return {
    isMine,
    /** The call went back to the assistant, because the lease was not renewed in time. */
    isLost,
    take: async () => {
      await take(id);
      setLost(false);
      setMine(true);
    },
    giveBack: async () => {
      await send(id, { type: "give-back" }).catch((error: unknown) => {
        if (!LOST.has(codeOf(error))) throw error;
      });
      release();
    },
  };
}

/** Who has taken the call over, by its events. */
export function holderOf(events: readonly CallEvent[]): CallSupervisor | undefined {
  const marks = events.flatMap(({ type, payload }) => {
    if (type === "transfer") return payload.state === "connected" ? [undefined] : [];
    if (type !== "control") return [];
    if (payload.control === "give-back") return [undefined];
    return payload.control === "take-over" ? [payload.by] : [];
  });
  return marks.at(-1);
}
