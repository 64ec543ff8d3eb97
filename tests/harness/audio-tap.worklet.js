/** Hands 100 ms blocks of what it hears to the page. */
class AudioTap extends AudioWorkletProcessor {
  block = new Float32Array(sampleRate / 10);
  filled = 0;

  process([[samples]]) {
    for (const sample of samples ?? []) {
      this.block[this.filled] = sample;
      this.filled += 1;
      if (this.filled === this.block.length) {
        this.port.postMessage(this.block.slice());
        this.filled = 0;
      }
    }
    return true;
  }
}

registerProcessor("audio-tap", AudioTap);
