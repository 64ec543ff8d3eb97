/** Stored vectors: one signed byte for each number, in proportion. Only their direction matters, not their length. */

const BYTE_MAX = 127;

export function toBytes(vector: readonly number[]): Buffer {
  const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  const scale = largest > 0 && Number.isFinite(largest) ? BYTE_MAX / largest : 0;
  return Buffer.from(Int8Array.from(vector, (value) => Math.round(value * scale)).buffer);
}

/** The cosine of the angle between two stored vectors, from -1 to 1. Undefined for vectors of different lengths, which models differ in. */
export function cosine(one: Buffer, other: Buffer): number | undefined {
  if (one.length !== other.length) return undefined;
  const [a, b] = [one, other].map(({ buffer, byteOffset, length }) => new Int8Array(buffer, byteOffset, length));
  if (!a || !b) return undefined;
  let [product, squaresOfA, squaresOfB] = [0, 0, 0];
  for (let index = 0; index < a.length; index++) {
    const [x, y] = [a[index] ?? 0, b[index] ?? 0];
    product += x * y;
    squaresOfA += x * x;
    squaresOfB += y * y;
  }
  return product === 0 ? 0 : product / Math.sqrt(squaresOfA * squaresOfB);
}
