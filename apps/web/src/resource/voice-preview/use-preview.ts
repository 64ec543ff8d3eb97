import { createDownloads } from "@callwright/client";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useServices } from "../../data/services.tsx";
import { createPreview, type HeardVoice } from "./preview.ts";

/** What a preview says at most. */
export const PREVIEW_MAX_CHARACTERS = 300;

/** Hearing voices say `text`, one at a time. Leaving the page ends it. */
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
        // The one before has been heard, or never will be.
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
