import { createDownloads } from "@callwright/client";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useServices } from "../../data/services.tsx";
import { createPreview, type HeardVoice } from "./preview.ts";

/** Maximum length of a preview. */
export const PREVIEW_MAX_CHARACTERS = 300;

/** Plays voices with `text`, one at a time. Leaving the page stops it. */
export function usePreview(text: string) {
  const { session } = useServices();
  const [preview] = useState(() => {
    let last: string | undefined;
    const { voiceLibrary } = createDownloads(session.access);
    return createPreview({
      audio: new Audio(),
      load: async ({ provider, providerId, model }: HeardVoice, said, signal) => {
        const query = {
          ...(said !== "" && { text: said.slice(0, PREVIEW_MAX_CHARACTERS) }),
          ...(model !== undefined && { model }),
        };
        const answer = await voiceLibrary.previewLibraryVoice({ provider, voiceId: providerId, query, signal });
        // The previous sound has ended or was replaced.
        if (last) URL.revokeObjectURL(last);
        last = URL.createObjectURL(await answer.blob());
        return last;
      },
    });
  });
  useEffect(() => preview.stop, [preview]);
  const state = useSyncExternalStore(preview.subscribe, preview.state);
  return { state, toggle: (voice: HeardVoice) => void preview.toggle(voice, text) };
}
