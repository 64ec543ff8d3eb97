const BIAS = 132;
const CLIP = 32_635;

/** Samples by their G.711 µ-law byte. */
const SAMPLES = Int16Array.from({ length: 256 }, (_, byte) => {
  const bits = ~byte & 0xff;
  const magnitude = ((((bits & 0xf) << 3) + BIAS) << ((bits >> 4) & 7)) - BIAS;
  return bits & 0x80 ? -magnitude : magnitude;
});

/** µ-law keeps 14 bits of loud sounds as 8. */
function muLawByte(sample: number): number {
  const magnitude = Math.min(Math.abs(sample), CLIP) + BIAS;
  const exponent = 31 - Math.clz32(magnitude) - 7;
  const mantissa = (magnitude >> (exponent + 3)) & 0xf;
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff;
}

export function encodeMuLaw(pcm: Int16Array): Uint8Array {
  return Uint8Array.from(pcm, muLawByte);
}

export function decodeMuLaw(bytes: Uint8Array): Int16Array {
  return Int16Array.from(bytes, sampleOf);
}

const sampleOf = (byte: number) => SAMPLES[byte] ?? 0;

/** A sample after µ-law encoding and decoding. */
export function throughMuLaw(sample: number): number {
  return sampleOf(muLawByte(sample));
}
