import type { CallControl } from "@callwright/contract";
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { useIsLive } from "../../../app/realtime/realtime-context.tsx";
import { useLiveMutation } from "../../../app/realtime/use-live-mutation.ts";
import { useClient } from "../../../app/services.tsx";
import { callKeys } from "../call-queries.ts";

/** What a supervisor sends into a call; what has a default may be left out. */
export type Control = z.input<typeof CallControl>;

/** Steers a running call: by the live connection, which does it once whatever becomes of the network, else by a request. */
export function useControlCall(id: string): UseMutationResult<unknown, Error, Control> {
  const client = useClient();
  const queryClient = useQueryClient();
  const isLive = useIsLive();
  const control = useLiveMutation("calls:control");
  return useMutation<unknown, Error, Control>({
    mutationFn: (message) => (isLive ? control({ id, message }) : client.controlCall({ id, body: message })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: callKeys.events(id) }),
  });
}
