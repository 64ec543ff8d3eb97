import { z } from "zod";
import { describeRoutes } from "../wire/noun.ts";
import { callNoun } from "./call-noun.ts";
import type { ArtifactType } from "./stored-artifact.ts";

const file = { response: z.void(), status: 302 } as const;

/** They answer with a redirect to the file, whose address needs no token. 404: the call has no such file. */
export const callFileRoutes = describeRoutes(callNoun.addresses, {
  openMonoRecording: { ...file, summary: "Open a call's recording, mixed to one channel" },
  openStereoRecording: { ...file, summary: "Open a call's recording, the customer left and the assistant right" },
  openCustomerRecording: { ...file, summary: "Open the recording of a call's customer alone" },
  openAssistantRecording: { ...file, summary: "Open the recording of a call's assistant alone" },
  openVideoRecording: { ...file, summary: "Open the video recording of a call" },
  openCallLogs: { ...file, summary: "Open the log of an ended call, one JSON object in each line" },
});

/** The file of each route. */
export const CALL_FILES: Readonly<Record<keyof typeof callFileRoutes, ArtifactType>> = {
  openMonoRecording: "recording-mono",
  openStereoRecording: "recording-stereo",
  openCustomerRecording: "recording-customer",
  openAssistantRecording: "recording-assistant",
  openVideoRecording: "recording-video",
  openCallLogs: "log",
};
