/** What tests and benches of calls and chats are made with. Only from source: it is in no build. */
export { type FakeOpenAiServer, startFakeOpenAiServer } from "../../providers/custom-llm/fake-openai-server.ts";
export { FRAME_SAMPLES, SAMPLE_RATE } from "../audio-format.ts";
export { MediaClock } from "../media-clock.ts";
export type { MediaTransport } from "../media-transport.ts";
export { openWebRtcTransport } from "../webrtc-transport.ts";
export { CuttableNetwork } from "./cuttable-network.ts";
export { NodeCaller } from "./node-caller.ts";
export { speechSample } from "./speech-sample.ts";
