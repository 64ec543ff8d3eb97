/** Tools for tests and benches of calls and chats. Only from source: no build contains it. */

export { FRAME_SAMPLES, SAMPLE_RATE } from "../media/audio-format.ts";
export { MediaClock } from "../media/media-clock.ts";
export type { DialedPeer, MediaTransport } from "../media/media-transport.ts";
export { VideoFeed } from "../media/video-feed.ts";
export { openDialedTransport, openPhoneTransport, openWebRtcTransport } from "../media/webrtc-transport.ts";
export { builtInRecognizer } from "../providers/callwright/moonshine/built-in-recognizer.ts";
export { showMovingPicture } from "../providers/fake/moving-picture.ts";
export { type FakeOpenAiServer, startFakeOpenAiServer } from "../providers/testing/fake-model-server.ts";
export { type FakeTranscriberServer, startFakeTranscriberServer } from "../providers/testing/fake-transcriber-server.ts";
export { deepgramFlux } from "../providers/testing/streaming-dialects.ts";
export { CuttableNetwork } from "./cuttable-network.ts";
export { NodeCaller } from "./node-caller.ts";
export { speechSample } from "./speech-sample.ts";
export { TOY_RECOGNIZER_MODEL, toyRecognizerFiles } from "./toy-recognizer.ts";
export { TOY_MODEL, toyToneLevel, toyVoiceFiles } from "./toy-voice.ts";
