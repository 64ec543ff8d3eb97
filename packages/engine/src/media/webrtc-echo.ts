import { createRequire } from "node:module";
import type * as Bindings from "@livekit/rtc-ffi-bindings";
import { FRAME_SAMPLES, SAMPLE_RATE } from "./audio-format.ts";
import type { EchoProcessor } from "./echo-canceller.ts";

let library: typeof Bindings | undefined;

/** WebRTC's audio processing comes with rtc-node, whose messages change with its version. Loaded with the first telephone call. */
function loaded(): typeof Bindings {
  if (library) return library;
  const bindings = createRequire(import.meta.url)("@livekit/rtc-ffi-bindings") as typeof Bindings;
  bindings.livekitInitialize(() => {}, false, "callwright");
  library = bindings;
  return bindings;
}

/** WebRTC's echo canceller (AEC3). Fails if the library is missing. */
export function openWebRtcEcho(): EchoProcessor {
  return new WebRtcEcho(loaded());
}

class WebRtcEcho implements EchoProcessor {
  readonly #library: typeof Bindings;
  readonly #handle: Bindings.FfiHandle;
  /** The library reads and writes this frame, by its address. Another length would end the process. */
  readonly #frame = new Int16Array(FRAME_SAMPLES);
  readonly #sent: Uint8Array;
  readonly #heard: Uint8Array;

  constructor(bindings: typeof Bindings) {
    this.#library = bindings;
    const { ApmProcessReverseStreamRequest, ApmProcessStreamRequest, FfiHandle, FfiRequest, FfiResponse, NewApmRequest } =
      bindings;
    const value = new NewApmRequest({
      echoCancellerEnabled: true,
      gainControllerEnabled: false,
      highPassFilterEnabled: false,
      noiseSuppressionEnabled: false,
    });
    const request = new FfiRequest({ message: { case: "newApm", value } });
    const { message } = FfiResponse.fromBinary(bindings.livekitFfiRequest(request.toBinary()));
    const apmHandle = message.case === "newApm" ? message.value.apm?.handle?.id : undefined;
    if (apmHandle === undefined) throw new Error("The library made no echo canceller.");
    this.#handle = new FfiHandle(apmHandle);
    const size = this.#frame.byteLength;
    const dataPtr = bindings.livekitRetrievePtr(new Uint8Array(this.#frame.buffer));
    // Both requests stay the same, so they are written once.
    const frame = { apmHandle, dataPtr, size, sampleRate: SAMPLE_RATE, numChannels: 1 };
    const reverse = new ApmProcessReverseStreamRequest(frame);
    this.#sent = new FfiRequest({ message: { case: "apmProcessReverseStream", value: reverse } }).toBinary();
    this.#heard = new FfiRequest({ message: { case: "apmProcessStream", value: new ApmProcessStreamRequest(frame) } }).toBinary();
  }

  sent(pcm: Int16Array): void {
    this.#frame.set(pcm);
    this.#pass(this.#sent);
  }

  clean(pcm: Int16Array): void {
    this.#frame.set(pcm);
    this.#pass(this.#heard);
    pcm.set(this.#frame);
  }

  #pass(request: Uint8Array): void {
    const answer = this.#library.livekitFfiRequest(request);
    // The last byte is the length of what the answer says: nothing but an error.
    if (answer.at(-1) === 0) return;
    const { message } = this.#library.FfiResponse.fromBinary(answer);
    throw new Error(`The library did not process the sound: ${JSON.stringify(message.value)}`);
  }

  close(): void {
    this.#handle.dispose();
  }
}
