import { createStreams } from "@callwright/client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useServices } from "../../data/services.tsx";
import { resourceKeys } from "../../resource/resource-queries.ts";
import { createPlayground, type NewConversation, type PlaygroundState } from "./playground.ts";

export type PlaygroundChat = ReturnType<typeof usePlayground>;

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
  const [draft, setDraft] = useState("");
  const state = useSyncExternalStore(playground.subscribe, playground.state);
  const isAnswering = state.turns.at(-1)?.state === "streaming";
  useEffect(() => playground.stop, [playground]);
  useEffect(() => {
    if (isAnswering) return;
    for (const path of ["chats", "sessions"]) void queryClient.invalidateQueries({ queryKey: resourceKeys.all(path) });
  }, [isAnswering, queryClient]);
  return {
    ...state,
    playground,
    isAnswering,
    draft,
    setDraft,
    /** Puts a question back into the message field, and removes its answer and all later turns. */
    edit: (index: number) => {
      setDraft(state.turns[index]?.question ?? "");
      playground.rewind(index);
    },
    /** Sends the text of the message field. */
    send: (agent: NewConversation | undefined) => {
      setDraft("");
      void playground.send(draft.trim(), agent);
    },
  };
}
