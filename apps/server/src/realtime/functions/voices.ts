import { VOICE_PREVIEW_TEXT } from "@callwright/contract";
import { speakPreview } from "../../resources/voice-library/preview.ts";
import type { RealtimeHandlers } from "./define-functions.ts";

export const voicesFunctions: Pick<RealtimeHandlers, "voices:preview"> = {
  "voices:preview": async ({ args: { provider, voiceId }, signal }) => {
    const spoken = await speakPreview({ provider, voiceId, text: VOICE_PREVIEW_TEXT }, signal);
    // A copy: what the voice answers may be a part of something larger.
    return { mediaType: "audio/wav", audio: new Uint8Array(spoken).buffer };
  },
};
