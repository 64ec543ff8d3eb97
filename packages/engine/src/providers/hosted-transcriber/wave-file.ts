const SAMPLE_RATE = 16_000;
const HEADER_BYTES = 44;

/** A WAV file of mono 16-bit sound at 16 kHz. `samples`: from −1 to 1. */
export function waveFile(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const dataBytes = samples.length * 2;
  const file = new Uint8Array(HEADER_BYTES + dataBytes);
  const view = new DataView(file.buffer);
  const text = (at: number, letters: string) => {
    for (const [index, letter] of [...letters].entries()) view.setUint8(at + index, letter.charCodeAt(0));
  };
  text(0, "RIFF");
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, SAMPLE_RATE, true);
  view.setUint32(28, SAMPLE_RATE * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, "data");
  view.setUint32(40, dataBytes, true);
  for (const [index, value] of samples.entries())
    view.setInt16(HEADER_BYTES + index * 2, Math.max(-32_768, Math.min(32_767, Math.round(value * 32_768))), true);
  return file;
}
