import { VOICE_PREVIEW_TEXT } from "@callwright/contract";
import { speakPreview } from "../../resources/voice-library/preview.ts";
import type { ServerContext } from "../../server-context.ts";
import type { RealtimeHandlers } from "./define-functions.ts";

export type VoicesContext = Pick<ServerContext, "localVoices">;

export function voicesFunctions(context: VoicesContext): Pick<RealtimeHandlers, "voices:preview"> {
  return {
    "voices:preview": async ({ args: { provider, voiceId }, signal }) => {
      const spoken = await speakPreview(context, { provider, voiceId, text: VOICE_PREVIEW_TEXT }, signal);
      // A copy: what the voice answers may be a part of something larger.
      return { mediaType: "audio/wav", audio: new Uint8Array(spoken).buffer };
    },
  };
}
