import { createDownloads } from "@callwright/client";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useServices } from "../../data/services.tsx";
import { createPreview, type HeardVoice } from "./preview.ts";

/** Hearing voices say `text`, one at a time. Leaving the page ends it. */
export function usePreview(text: string) {
  const { session } = useServices();
  const [preview] = useState(() => {
    let last: string | undefined;
    const { previewLibraryVoice } = createDownloads(session.access);
    return createPreview({
      audio: new Audio(),
      load: async ({ provider, providerId }: HeardVoice, said, signal) => {
        const query = said === "" ? {} : { text: said };
        const answer = await previewLibraryVoice({ provider, voiceId: providerId, query, signal });
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
