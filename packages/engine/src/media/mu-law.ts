const BIAS = 132;
const CLIP = 32_635;

/** A sample after its way through G.711 µ-law, which keeps 14 bits of loud sounds as 8. */
export function throughMuLaw(sample: number): number {
  const magnitude = Math.min(Math.abs(sample), CLIP) + BIAS;
  const exponent = 31 - Math.clz32(magnitude) - 7;
  const mantissa = (magnitude >> (exponent + 3)) & 0xf;
  const decoded = (((mantissa << 3) + BIAS) << exponent) - BIAS;
  return sample < 0 ? -decoded : decoded;
}
