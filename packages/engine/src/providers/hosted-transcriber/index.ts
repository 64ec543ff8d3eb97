import type { Provider } from "../provider.ts";
import { HOSTED_TRANSCRIBERS } from "./transcribers.ts";

/** The hosted transcribers, each as the transcriber of its provider. */
export const hostedTranscribers: readonly Provider[] = Object.entries(HOSTED_TRANSCRIBERS).map(([id, transcriber]) => ({
  id,
  transcriber,
}));
