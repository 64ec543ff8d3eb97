import { createStreams } from "@callwright/client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useServices } from "../../app/services.tsx";
import { resourceKeys } from "../../resource/resource-queries.ts";
import { createPlayground, type PlaygroundState } from "./playground.ts";

/** A conversation that begins as `initial`; mount it anew for another. Leaving it ends the answer that is on its way. */
export function usePlayground(initial: PlaygroundState) {
  const { session } = useServices();
  const queryClient = useQueryClient();
  const [playground] = useState(() => {
    const streams = createStreams(session.access);
    return createPlayground({
      initial,
      ask: (place, input, signal) => streams.createChat({ body: { ...place, input }, signal }),
    });
  });
  const state = useSyncExternalStore(playground.subscribe, playground.state);
  const isAnswering = state.turns.at(-1)?.state === "streaming";
  useEffect(() => playground.stop, [playground]);
  useEffect(() => {
    if (isAnswering) return;
    for (const path of ["chats", "sessions"]) void queryClient.invalidateQueries({ queryKey: resourceKeys.all(path) });
  }, [isAnswering, queryClient]);
  return { ...state, playground, isAnswering };
}
