import { createStreams } from "@callwright/client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useServices } from "../../data/services.tsx";
import { resourceKeys } from "../../resource/resource-queries.ts";
import { createPlayground, type PlaygroundState } from "./playground.ts";

/** A conversation that starts as `initial`; remount for another. Unmounting aborts a running answer. */
export function usePlayground(initial: PlaygroundState) {
  const { session } = useServices();
  const queryClient = useQueryClient();
  const [playground] = useState(() => {
    const streams = createStreams(session.access);
    return createPlayground({
      initial,
      ask: (place, input, signal) => streams.chats.create({ body: { ...place, input }, signal }),
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
