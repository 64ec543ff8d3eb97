import type { Client } from "@callwright/client";
import type { LocalVoice, LocalVoices } from "@callwright/contract";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useClient, useDataHost, useServices } from "../../data/services.tsx";

const localVoicesKey = ["local-voices"] as const;
/** While one is being installed. */
const POLL_MS = 1000;

function localVoicesQuery(client: Client) {
  return queryOptions({
    queryKey: localVoicesKey,
    queryFn: ({ signal }) => client.listLocalVoices({ signal }),
    refetchInterval: ({ state }) => (state.data?.voices.some(isInstalling) ? POLL_MS : false),
  });
}

const isInstalling = ({ state }: LocalVoice) => state.status === "installing";
export const isInstalled = ({ state }: LocalVoice) => state.status === "installed";

/** Does the server with the data have natural voices? False while that is unknown. */
export function useHasLocalVoices(): boolean {
  const { dataHost } = useServices();
  return useDataHost() !== undefined && dataHost.offers("listLocalVoices");
}

/** The natural voices of the server; asked about every second while one is being installed. */
export function useLocalVoices(isWanted = true) {
  const isOffered = useHasLocalVoices();
  return useQuery({ ...localVoicesQuery(useClient()), enabled: isOffered && isWanted });
}

/** What can be done to a voice. The list shows the answer at once. */
export function useLocalVoiceActions(voiceId: string) {
  const client = useClient();
  const queryClient = useQueryClient();
  const onSuccess = async (voice: LocalVoice) => {
    queryClient.setQueryData<LocalVoices>(localVoicesKey, (known) => known && withVoice(known, voice));
    await queryClient.invalidateQueries({ queryKey: localVoicesKey });
    await queryClient.invalidateQueries({ queryKey: ["voices"] });
  };
  return {
    install: useMutation({ mutationFn: () => client.installLocalVoice({ voiceId }), onSuccess }),
    cancel: useMutation({ mutationFn: () => client.cancelLocalVoice({ voiceId }), onSuccess }),
    remove: useMutation({ mutationFn: () => client.removeLocalVoice({ voiceId }), onSuccess }),
  };
}

function withVoice(known: LocalVoices, voice: LocalVoice): LocalVoices {
  return { ...known, voices: known.voices.map((each) => (each.id === voice.id ? voice : each)) };
}

/** Whole megabytes, rounded up: "24". */
export function megabytes(bytes: number): string {
  return String(Math.ceil(bytes / 1e6));
}
