/**
 * A voice for tests that sherpa-onnx loads as a real one: every letter is a tone of 60 ms, a blank is silence. Its model is an ONNX file of
 * 1.2 kB, written here field by field as https://github.com/onnx/onnx/blob/main/onnx/onnx.proto numbers them (opset 13).
 */
export const TOY_SAMPLE_RATE = 24_000;
const LETTER_SAMPLES = 0.06 * TOY_SAMPLE_RATE;
const CHARACTERS = " abcdefghijklmnopqrstuvwxyz0123456789.,!?:;'-";

/** The tone of a letter, in hertz. */
const toyToneHz = (letter: string): number => 200 + 25 * CHARACTERS.indexOf(letter);

/** The level of a letter's tone in a sound of this rate, by Goertzel's algorithm. Compare it with those of other letters. */
export function toyToneLevel(letter: string, samples: Int16Array, sampleRate: number): number {
  const factor = 2 * Math.cos((2 * Math.PI * toyToneHz(letter)) / sampleRate);
  let [last, before] = [0, 0];
  for (const value of samples) [last, before] = [value + factor * last - before, last];
  return Math.sqrt(Math.max(0, last * last + before * before - factor * last * before));
}

/** The files of the voice, by name. */
export function toyVoiceFiles(): Record<"model.onnx" | "tokens.txt", Buffer> {
  // The blank is the token that a line begins with.
  const tokens = [...CHARACTERS].map((letter, id) => `${letter === " " ? " " : letter} ${id}\n`);
  return { "model.onnx": toyModel(), "tokens.txt": Buffer.from(tokens.join("")) };
}

/** How the voice is loaded. */
export const TOY_MODEL = { kind: "vits", model: "model.onnx", tokens: "tokens.txt" } as const;

// Types of tensors, and of an attribute.
const FLOAT = 1;
const INT64 = 7;
const ATTRIBUTE_INT = 2;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low + 128 : low);
  } while (rest > 0);
  return Buffer.from(bytes);
}

const int = (field: number, value: number) => Buffer.concat([varint(field * 8), varint(value)]);

function bytes(field: number, value: Uint8Array | string): Buffer {
  const data = Buffer.from(value as string);
  return Buffer.concat([varint(field * 8 + 2), varint(data.length), data]);
}

function tensor(name: string, type: number, dims: number[], values: number[]): Buffer {
  const raw = type === FLOAT ? Float32Array.from(values) : BigInt64Array.from(values, BigInt);
  const shape = dims.map((size) => int(1, size));
  return Buffer.concat([...shape, int(2, type), bytes(8, name), bytes(9, new Uint8Array(raw.buffer))]);
}

function value(name: string, type: number, dims: (number | string)[]): Buffer {
  const shape = Buffer.concat(dims.map((size) => bytes(1, typeof size === "number" ? int(1, size) : bytes(2, size))));
  const tensorType = Buffer.concat([int(1, type), bytes(2, shape)]);
  return Buffer.concat([bytes(1, name), bytes(2, bytes(1, tensorType))]);
}

function node(operator: string, inputs: string[], output: string, castTo?: number): Buffer {
  const attribute =
    castTo === undefined ? [] : [bytes(5, Buffer.concat([bytes(1, "to"), int(3, castTo), int(20, ATTRIBUTE_INT)]))];
  return Buffer.concat([...inputs.map((input) => bytes(1, input)), bytes(2, output), bytes(4, operator), ...attribute]);
}

function toyModel(): Buffer {
  const letters = [...CHARACTERS];
  const tones = letters.map(toyToneHz);
  const levels = letters.map((letter) => (/[a-z0-9]/.test(letter) ? 0.3 : 0));
  const nodes = [
    node("Squeeze", ["length_scale"], "scale"),
    node("Mul", ["scale", "letterSamples"], "samplesFloat"),
    node("Cast", ["samplesFloat"], "samples", INT64),
    node("Range", ["zero", "samples", "one"], "steps"),
    node("Cast", ["steps"], "stepsFloat", FLOAT),
    node("Mul", ["stepsFloat", "omega"], "time"),
    node("Squeeze", ["x", "firstAxis"], "ids"),
    node("Gather", ["tones", "ids"], "tone"),
    node("Gather", ["levels", "ids"], "level"),
    node("Mul", ["tone", "time"], "phase"),
    node("Sin", ["phase"], "wave"),
    node("Mul", ["wave", "level"], "sound"),
    node("Reshape", ["sound", "flat"], "y"),
  ];
  const constants = [
    tensor("letterSamples", FLOAT, [], [LETTER_SAMPLES]),
    tensor("zero", INT64, [], [0]),
    tensor("one", INT64, [], [1]),
    tensor("omega", FLOAT, [], [(2 * Math.PI) / TOY_SAMPLE_RATE]),
    tensor("firstAxis", INT64, [1], [0]),
    tensor("flat", INT64, [3], [1, 1, -1]),
    tensor("tones", FLOAT, [letters.length, 1], tones),
    tensor("levels", FLOAT, [letters.length, 1], levels),
  ];
  const inputs = [
    value("x", INT64, [1, "L"]),
    value("x_length", INT64, [1]),
    ...["noise_scale", "length_scale", "noise_scale_w"].map((name) => value(name, FLOAT, [1])),
  ];
  const graph = Buffer.concat([
    ...nodes.map((each) => bytes(1, each)),
    bytes(2, "toy"),
    ...constants.map((each) => bytes(5, each)),
    ...inputs.map((each) => bytes(11, each)),
    bytes(12, value("y", FLOAT, [1, 1, "T"])),
  ]);
  const about = {
    sample_rate: TOY_SAMPLE_RATE,
    n_speakers: 1,
    language: "English",
    comment: "toy",
    add_blank: 0,
    frontend: "characters",
    use_eos_bos: 0,
    voice: "en",
  };
  const metadata = Object.entries(about).map(([key, text]) => bytes(14, Buffer.concat([bytes(1, key), bytes(2, String(text))])));
  return Buffer.concat([int(1, 8), bytes(2, "callwright-toy"), bytes(7, graph), bytes(8, int(2, 13)), ...metadata]);
}
