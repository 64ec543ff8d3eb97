import { VOICE_PREVIEW_TEXT } from "@callwright/contract";
import { defineModule } from "../../platform/modules/module.ts";
import type { RealtimeHandlers } from "../../platform/realtime/define-functions.ts";
import { type PreviewContext, speakPreview } from "./library/preview.ts";
import { voiceLibraryRoutes } from "./library/routes.ts";
import { localSpeechRoutes } from "./local-speech/routes.ts";

export const voice = defineModule({
  name: "voice",
  routes: (app, { platform }) => {
    voiceLibraryRoutes(app, platform);
    localSpeechRoutes(app, platform);
  },
  live: ({ platform }) => voicesFunctions(platform),
});

type VoicesContext = PreviewContext;

export function voicesFunctions(context: VoicesContext): Pick<RealtimeHandlers, "voices:preview"> {
  return {
    "voices:preview": async ({ caller, args: { provider, voiceId }, signal }) => {
      const spoken = await speakPreview(context, caller, { provider, voiceId, text: VOICE_PREVIEW_TEXT }, signal);
      // A copy, because the voice may return a view of a larger buffer.
      return { mediaType: "audio/wav", audio: new Uint8Array(spoken).buffer };
    },
  };
}
