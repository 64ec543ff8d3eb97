import type { CallControl } from "@callwright/contract";
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { useIsLive } from "../../../data/realtime/realtime-context.tsx";
import { useLiveMutation } from "../../../data/realtime/use-live-mutation.ts";
import { useClient } from "../../../data/services.tsx";
import { callKeys } from "../call-queries.ts";

/** A supervisor's command; fields with a default are optional. */
export type Control = z.input<typeof CallControl>;

/** Sends a command to a running call: over the live connection, which runs it exactly once, otherwise by a request. */
export function useControlCall(id: string): UseMutationResult<unknown, Error, Control> {
  const client = useClient();
  const queryClient = useQueryClient();
  const isLive = useIsLive();
  const control = useLiveMutation("calls:control");
  return useMutation<unknown, Error, Control>({
    mutationFn: (message) => (isLive ? control({ id, message }) : client.calls.control({ id, body: message })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: callKeys.events(id) }),
  });
}
