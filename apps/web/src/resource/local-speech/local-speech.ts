import type { Client } from "@callwright/client";
import {
  type LocalRecognizer,
  type LocalSpeech,
  type LocalSpeechModel,
  type LocalVoice,
  RECOGNIZER_SLOW_REAL_TIME_FACTOR,
  VOICE_SLOW_REAL_TIME_FACTOR,
} from "@callwright/contract";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useClient, useDataHost, useServices } from "../../data/services.tsx";

const localSpeechKey = ["local-speech"] as const;
/** While something is being installed. */
const POLL_MS = 1000;

function localSpeechQuery(client: Client) {
  return queryOptions({
    queryKey: localSpeechKey,
    queryFn: ({ signal }) => client.localSpeech.list({ signal }),
    refetchInterval: ({ state }) => (state.data?.models.some(isInstalling) ? POLL_MS : false),
  });
}

const isInstalling = ({ state }: LocalSpeechModel) => state.status === "installing";
export const isInstalled = ({ state }: LocalSpeechModel) => state.status === "installed";

const SLOW_REAL_TIME_FACTOR = { voice: VOICE_SLOW_REAL_TIME_FACTOR, recognizer: RECOGNIZER_SLOW_REAL_TIME_FACTOR };

/** Whether it is installed, but too slow on this machine for a conversation. */
export const isSlow = ({ kind, state }: LocalSpeechModel) =>
  state.status === "installed" && state.realTimeFactor > SLOW_REAL_TIME_FACTOR[kind];

/** None while the list is unknown. */
export function voicesOf(speech: LocalSpeech | undefined): LocalVoice[] {
  return (speech?.models ?? []).filter((model): model is LocalVoice => model.kind === "voice");
}

/** None while the list is unknown. */
export function recognizersOf(speech: LocalSpeech | undefined): LocalRecognizer[] {
  return (speech?.models ?? []).filter((model): model is LocalRecognizer => model.kind === "recognizer");
}

/** Does the server with the data have natural voices and recognizers? False while that is unknown. */
export function useHasLocalSpeech(): boolean {
  const { dataHost } = useServices();
  return useDataHost() !== undefined && dataHost.offers("listLocalSpeech");
}

/** The natural voices and recognizers of the server; asked about every second while one is being installed. */
export function useLocalSpeech(isWanted = true) {
  const isOffered = useHasLocalSpeech();
  return useQuery({ ...localSpeechQuery(useClient()), enabled: isOffered && isWanted });
}

/** What can be done to a voice or recognizer. The list shows the answer at once. */
export function useLocalSpeechActions(modelId: string) {
  const client = useClient();
  const queryClient = useQueryClient();
  const onSuccess = async (model: LocalSpeechModel) => {
    queryClient.setQueryData<LocalSpeech>(localSpeechKey, (known) => known && withModel(known, model));
    await queryClient.invalidateQueries({ queryKey: localSpeechKey });
    await queryClient.invalidateQueries({ queryKey: ["voices"] });
  };
  return {
    install: useMutation({ mutationFn: () => client.localSpeech.install({ modelId }), onSuccess }),
    cancel: useMutation({ mutationFn: () => client.localSpeech.cancel({ modelId }), onSuccess }),
    remove: useMutation({ mutationFn: () => client.localSpeech.remove({ modelId }), onSuccess }),
  };
}

function withModel(known: LocalSpeech, model: LocalSpeechModel): LocalSpeech {
  return { ...known, models: known.models.map((each) => (each.id === model.id ? model : each)) };
}

/** Whole megabytes, rounded up: "24". */
export function megabytes(bytes: number): string {
  return String(Math.ceil(bytes / 1e6));
}
