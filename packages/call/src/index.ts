/** Talk to a voice agent from any web page. */

export type { AudioOptions, SafeAudioOptions } from "./audio-options.ts";
export { safeAudioOptions } from "./audio-options.ts";
export type { CallConfig, CallObjectOptions } from "./call-config.ts";
export type { CallController, InputDeviceOptions } from "./call-controller.ts";
export type { CallEvents, StartFailure, StartProgress, StartStage, StartSuccess } from "./call-events.ts";
export type {
  CallError,
  CallErrorDetail,
  CallErrorType,
  CallFailureCode,
  ReconnectContext,
  StartContext,
} from "./call-failure.ts";
export { CallFailure, isCallOver } from "./call-failure.ts";
export type { CallChange, CallPhase, CallSnapshot } from "./call-snapshot.ts";
export { NO_CALL, reduceCall } from "./call-snapshot.ts";
export type { CallState } from "./call-state.ts";
export { CallwrightCall, CallwrightCall as default } from "./callwright-call.ts";
export type { JoinableCall, StartOptions } from "./create-web-call.ts";
export { refusalOf } from "./create-web-call.ts";
export { followCall } from "./follow-call.ts";
export type { MicrophoneDevice, MicrophoneProblem, MicrophoneState } from "./microphone.ts";
export { listMicrophones } from "./microphone.ts";
export type { Caption, Speaker, Transcript, TranscriptInput, TranscriptTool } from "./transcript.ts";
export { EMPTY_TRANSCRIPT, lastWordsOf, reduceTranscript } from "./transcript.ts";
