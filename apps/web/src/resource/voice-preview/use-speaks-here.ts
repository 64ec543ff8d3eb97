import { useCapabilities } from "../../data/use-capabilities.ts";

/** Whether the server can be asked to speak with a provider's voices; a key may still be missing. Only Callwright servers can. */
export function useSpeaksHere(): (provider: string) => boolean {
  const { voice } = useCapabilities().providers;
  return (provider) => {
    const state = voice[provider]?.state;
    return voice.callwright !== undefined && state !== undefined && state !== "not-supported";
  };
}
