import type { CallControl } from "@callwright/contract";
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { useIsLive } from "../../../data/realtime/realtime-context.tsx";
import { useLiveMutation } from "../../../data/realtime/use-live-mutation.ts";
import { useClient } from "../../../data/services.tsx";
import { callKeys } from "../call-queries.ts";

/** A supervisor's command; fields with a default are optional. */
export type Control = z.input<typeof CallControl>;

/** Sends commands to running calls: over the live connection, which runs each exactly once, otherwise by a request. */
export function useSendControl(): (id: string, message: Control) => Promise<unknown> {
  const client = useClient();
  const isLive = useIsLive();
  const control = useLiveMutation("calls:control");
  return (id, message) => (isLive ? control({ id, message }) : client.calls.control({ id, body: message }));
}

/** Sends commands to one running call, and reads its events again. */
export function useControlCall(id: string): UseMutationResult<unknown, Error, Control> {
  const queryClient = useQueryClient();
  const send = useSendControl();
  return useMutation<unknown, Error, Control>({
    mutationFn: (message) => send(id, message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: callKeys.events(id) }),
  });
}
