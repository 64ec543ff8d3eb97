/**
 * Runs in a page before its own code: wraps RTCPeerConnection, so that a test can record the page's sound. Plain JavaScript, because it is sent to
 * the browser unchanged.
 */
(() => {
  const audio = { connections: [], sampleRate: 0, blocks: [], peaks: [] };
  window.pageAudio = audio;

  /** Chromium hands out a track's samples, 10 ms at a time, without a worklet, which the content security policy would refuse. */
  async function tap(track) {
    const { readable } = new MediaStreamTrackProcessor({ track, maxBufferSize: 500 });
    for await (const data of readable) {
      const samples = new Float32Array(data.numberOfFrames);
      data.copyTo(samples, { planeIndex: 0, format: "f32-planar" });
      audio.sampleRate = data.sampleRate;
      audio.blocks.push(samples);
      audio.peaks.push(samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0));
      data.close();
    }
  }

  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration) {
      super(configuration);
      audio.connections.push(this);
      this.addEventListener("track", ({ track }) => track.kind === "audio" && tap(track));
    }
  };
})();
