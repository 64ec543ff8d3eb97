/** An app in the style of the official SDK's documentation, with every method and every event. It compiles with that SDK and with ours. */
import Vapi from "@vapi-ai/web";

const vapi = new Vapi(
  "public-key",
  "https://voice.example.com",
  { avoidEval: true },
  { audioSource: true, startAudioOff: false },
);

export function show(text: string, ...more: (number | boolean | undefined)[]): void {
  document.body.append([text, ...more].join(" "));
}

vapi.on("call-start", () => show("call-start"));
vapi.on("call-end", () => show("call-end"));
vapi.on("speech-start", () => show("speech-start"));
vapi.on("speech-end", () => show("speech-end"));
vapi.on("volume-level", (volume) => show("volume", volume.valueOf()));
vapi.on("local-volume-level", (volume) => show("own volume", volume.valueOf()));
vapi.on("local-audio-level-observer-error", (error) => show(error.message));
vapi.on("video", (track) => show(track.kind));
vapi.on("audio", (player) => show(player.src, player.volume));
vapi.on("message", (message) => {
  if (message.type === "transcript" && message.transcriptType === "final") show(`${message.role}: ${message.transcript}`);
  if (message.type === "function-call") show(message.functionCall.name);
});
vapi.on("error", (error) => show(error.type, error.error?.error?.statusCode));
vapi.on("camera-error", (error) => show(error.error.message));
vapi.on("network-quality-change", (event) => show(event.threshold, event.quality));
vapi.on("network-connection", (event) => show(event.type, event.event));
vapi.on("daily-participant-updated", (participant) => show(participant.user_name, participant.local));
vapi.on("call-start-progress", ({ stage, status, duration, timestamp, metadata }) => {
  const isOver: boolean = status === "completed" || status === "failed";
  show(stage, duration, isOver, Date.parse(timestamp), metadata?.delaySeconds);
});
vapi.on("call-start-success", ({ callId, totalDuration, timestamp }) => show(callId ?? "", totalDuration, Date.parse(timestamp)));
vapi.on("call-start-failed", ({ stage, error, errorStack, totalDuration, context }) =>
  show(`${stage}: ${error} ${errorStack?.length}`, totalDuration, context.isMobile),
);
vapi.on("recording-started", (event) => show(event.recordingId ?? "", typeof event.layout === "object"));
vapi.on("recording-stopped", (event) => show(event.action));
vapi.on("recording-stats", (event) => show(event.action));
vapi.on("recording-error", (event) => show(event.errorMsg));
vapi.on("recording-upload-completed", (event) => show(event.action));

const ended = () => show("once");
vapi.once("call-end", ended).removeListener("call-end", ended).removeAllListeners("call-end").setMaxListeners(50);
vapi.off("call-end", ended);
export const names: (string | symbol)[] = vapi.eventNames();
export const count: number = vapi.listenerCount("message");

export async function talk(): Promise<void> {
  const call = await vapi.start(
    {
      model: { provider: "openai", model: "gpt-4o", messages: [{ role: "system", content: "You are an assistant." }] },
      voice: { provider: "11labs", voiceId: "burt" },
      firstMessage: "Hello!",
    },
    { variableValues: { name: "John" } },
    undefined,
    undefined,
    undefined,
    { roomDeleteOnUserLeaveEnabled: false },
  );
  show(call?.id ?? "", call?.createdAt.length);
  await vapi.start("assistant-id", { variableValues: { name: "John" } });
  await vapi.start(undefined, undefined, "squad-id");
  vapi.send({ type: "add-message", message: { role: "system", content: "Say peanuts." }, triggerResponseEnabled: true });
  vapi.send({ type: "control", control: "mute-assistant" });
  vapi.send({ type: "say", message: "Goodbye", endCallAfterSpoken: true });
  vapi.send({ type: "end-call" });
  vapi.say("Our time's up, goodbye!", true, false, true);
  vapi.setMuted(!vapi.isMuted());
  vapi.setVolume(0.5);
  show(vapi.getAudioPlayer()?.id ?? "", vapi.getLocalAudioLevel(), vapi.isLocalAudioLevelObserverRunning());
  await vapi.increaseMicLevel(1.5);
  await vapi.setInputDevicesAsync({ audioDeviceId: "default" });
  vapi.setOutputDeviceAsync({ outputDeviceId: "default" });
  await vapi.startLocalAudioLevelObserver(200);
  vapi.stopLocalAudioLevelObserver();
  vapi.startScreenSharing({ video: true });
  vapi.stopScreenSharing();
  vapi.startRecording();
  vapi.stopRecording();
  show(vapi.getDailyCallObject()?.meetingState() ?? "none");
  vapi.end();
  await vapi.stop();
  await vapi.reconnect({
    webCallUrl: "https://calls.example.com/1",
    id: "call-1",
    artifactPlan: { videoRecordingEnabled: false },
  });
  const results = await Vapi.runNetworkTestsStandalone();
  show(results.networkConnectivity?.result);
}
