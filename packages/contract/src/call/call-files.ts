import { z } from "zod";
import { defineRoutes } from "../wire/route.ts";
import type { ArtifactType } from "./stored-artifact.ts";

const file = <const Path extends string>(path: Path, summary: string) =>
  ({
    method: "GET",
    path: `/call/{id}/${path}`,
    scope: "private",
    role: "viewer",
    response: z.void(),
    status: 302,
    summary,
  }) as const;

/** They answer with a redirect to the file, whose address needs no token. 404: the call has no such file. */
export const callFileRoutes = defineRoutes({
  openMonoRecording: file("mono-recording", "Open a call's recording, mixed to one channel"),
  openStereoRecording: file("stereo-recording", "Open a call's recording, the customer left and the assistant right"),
  openCustomerRecording: file("customer-recording", "Open the recording of a call's customer alone"),
  openAssistantRecording: file("assistant-recording", "Open the recording of a call's assistant alone"),
  openVideoRecording: file("video-recording", "Open the video recording of a call"),
  openCallLogs: file("call-logs", "Open the log of an ended call, one JSON object in each line"),
});

/** The file that each of the routes opens. */
export const CALL_FILES: Readonly<Record<keyof typeof callFileRoutes, ArtifactType>> = {
  openMonoRecording: "recording-mono",
  openStereoRecording: "recording-stereo",
  openCustomerRecording: "recording-customer",
  openAssistantRecording: "recording-assistant",
  openVideoRecording: "recording-video",
  openCallLogs: "log",
};
