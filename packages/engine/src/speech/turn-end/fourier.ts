/** One pass of the transform: transforms of `done` points become transforms of `done * factor` points. */
interface Pass {
  factor: number;
  done: number;
  /** Cosine and sine for each point of the smaller transforms, each part of the larger one, and each term. */
  twiddles: Float64Array;
}

/** Squared magnitudes of a real signal's Fourier transform, for lengths that are twice a product of small primes. */
export class PowerSpectrum {
  readonly #half: number;
  readonly #passes: readonly Pass[];
  /** e^(-2πik/length) for k from 0 to length / 2. */
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  #real: Float64Array;
  #imaginary: Float64Array;
  #nextReal: Float64Array;
  #nextImaginary: Float64Array;

  constructor(length: number) {
    this.#half = length / 2;
    this.#passes = passesOf(this.#half);
    const angles = Float64Array.from({ length: this.#half + 1 }, (_, index) => (-2 * Math.PI * index) / length);
    this.#cos = angles.map(Math.cos);
    this.#sin = angles.map(Math.sin);
    const buffer = () => new Float64Array(this.#half);
    [this.#real, this.#imaginary, this.#nextReal, this.#nextImaginary] = [buffer(), buffer(), buffer(), buffer()];
  }

  /** Writes `length / 2 + 1` powers. Two neighboring real samples are one complex sample of a transform half as long. */
  write(signal: Float64Array, power: Float64Array): void {
    for (let at = 0; at < this.#half; at++) {
      this.#real[at] = signal[2 * at] ?? 0;
      this.#imaginary[at] = signal[2 * at + 1] ?? 0;
    }
    for (const pass of this.#passes) this.#run(pass);
    for (let bin = 0; bin <= this.#half; bin++) power[bin] = this.#powerOf(bin);
  }

  /** Stockham's algorithm: each pass reads one buffer and writes the other in order. */
  #run({ factor, done, twiddles }: Pass): void {
    const real = this.#real;
    const imaginary = this.#imaginary;
    const toReal = this.#nextReal.fill(0);
    const toImaginary = this.#nextImaginary.fill(0);
    const stride = this.#half / factor;
    let twiddle = 0;
    for (let at = 0; at < done; at++)
      for (let part = 0; part < factor; part++)
        for (let term = 0; term < factor; term++, twiddle += 2) {
          const cos = twiddles[twiddle] ?? 0;
          const sin = twiddles[twiddle + 1] ?? 0;
          let to = part * done + at;
          const end = (term + 1) * stride;
          for (let from = term * stride + at; from < end; from += done, to += done * factor) {
            const x = real[from] ?? 0;
            const y = imaginary[from] ?? 0;
            toReal[to] = (toReal[to] ?? 0) + x * cos - y * sin;
            toImaginary[to] = (toImaginary[to] ?? 0) + x * sin + y * cos;
          }
        }
    this.#real = toReal;
    this.#imaginary = toImaginary;
    this.#nextReal = real;
    this.#nextImaginary = imaginary;
  }

  #powerOf(bin: number): number {
    const at = bin % this.#half;
    const mirror = (this.#half - bin) % this.#half;
    const [x, y] = [this.#real[at] ?? 0, this.#imaginary[at] ?? 0];
    const [mirrorX, mirrorY] = [this.#real[mirror] ?? 0, this.#imaginary[mirror] ?? 0];
    const [cos, sin] = [this.#cos[bin] ?? 0, this.#sin[bin] ?? 0];
    const evenX = (x + mirrorX) / 2;
    const evenY = (y - mirrorY) / 2;
    const oddX = (y + mirrorY) / 2;
    const oddY = (mirrorX - x) / 2;
    return (evenX + oddX * cos - oddY * sin) ** 2 + (evenY + oddX * sin + oddY * cos) ** 2;
  }
}

function passesOf(length: number): Pass[] {
  const passes: Pass[] = [];
  for (let factor = 2, done = 1; done < length; factor++)
    for (; (length / done) % factor === 0; done *= factor) passes.push({ factor, done, twiddles: twiddlesOf(factor, done) });
  return passes;
}

function twiddlesOf(factor: number, done: number): Float64Array {
  const twiddles: number[] = [];
  for (let at = 0; at < done; at++)
    for (let part = 0; part < factor; part++)
      for (let term = 0; term < factor; term++) {
        const angle = (-2 * Math.PI * term * (at + part * done)) / (done * factor);
        twiddles.push(Math.cos(angle), Math.sin(angle));
      }
  return Float64Array.from(twiddles);
}
