import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { command } from "../../harness/command.ts";
import { listCalls } from "../../harness/platform.ts";
import { scratchPath } from "../../harness/scratch.ts";
import { wordErrors, words } from "../../harness/words.ts";
import { run } from "../run.ts";
import { CHEAP_ASSISTANT, OUR_NUMBER, openProduct, type Product } from "./harness/product.ts";
import { python, sipProblem } from "./harness/programs.ts";
import { print, recordings } from "./harness/speech.ts";

/** Telephones by PJSIP: codecs, keys, hold. */

const problem = sipProblem();
/** The package of PJSIP has no Opus. */
const CODECS = ["PCMU/8000", "PCMA/8000", "G722/16000"] as const;
interface Step {
  step: string;
  value: Record<string, unknown>;
}

describe.skipIf(problem)(`PJSIP${problem ? `: ${problem}` : ""}`, () => {
  let product: Product;
  let human: string;
  beforeAll(async () => {
    await python.install();
    product = await openProduct({
      assistant: {
        name: "Patient listener",
        firstMessage: CHEAP_ASSISTANT.firstMessage,
        silenceTimeoutSeconds: 600,
        model: { provider: "callwright", model: "fake-script", reply: "I see." },
        voice: { provider: "callwright", voiceId: "slt" },
        transcriber: { provider: "callwright", model: "moonshine" },
      },
    });
    human = scratchPath("human.wav");
    const pieces = await Promise.all(
      recordings().map(async ({ file }) => {
        const padded = scratchPath("piece.wav");
        await command("sox", [file, "-r", "16000", "-c", "1", "-b", "16", padded, "pad", "0", "4"]);
        return padded;
      }),
    );
    // The greeting comes first.
    await command("sox", [...pieces, human, "pad", "6", "0"]);
  });
  afterAll(() => product?.close());
  const rows: string[][] = [];
  afterAll(() => print(["line", "codec", "wrong words", "of", "share"], rows));

  async function hold(env: Record<string, string>): Promise<Step[]> {
    const all = {
      TO: `sip:${OUR_NUMBER}@${product.address}`,
      CODEC: "PCMU/8000",
      WORDS: human,
      HEARD: scratchPath("heard.wav"),
      LOSS: "0",
      ...env,
    };
    const output = await run(python.program("python"), [path.join(import.meta.dirname, "pjsip_phone.py")], {
      env: all,
      onlyOutput: true,
    });
    const lines = output.trimEnd().split("\n");
    expect(lines.pop()).toBe("done");
    // The library logs before it is configured.
    return lines.flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as Step] : []));
  }
  const newest = async () => {
    const [call] = await listCalls(product.user);
    if (!call) throw new Error("There is no call");
    return product.ended(call.id);
  };

  const conditions = CODECS.flatMap((codec) => ["0", "3", "10"].map((loss) => ({ codec, loss })));
  test.each(conditions)("$codec, $loss % lost: a person's words", { timeout: 300_000 }, async ({ codec, loss }) => {
    const heardFile = scratchPath("heard.wav");
    const steps = await hold({ CODEC: codec, LOSS: loss, DO: "listen", HEARD: heardFile }).catch((error: unknown) => {
      // A codec that this server does not have is refused as such.
      if (/"code": 488/.test(String(error)) && !codec.startsWith("PCM")) return [];
      throw error;
    });
    if (steps.length === 0) return void rows.push([`${loss} % lost`, codec, "488", "", ""]);
    expect(steps.find(({ step }) => step === "answered")?.value.codec).toBe(codec.split("/")[0]);
    const { id, endedReason } = await newest();
    expect(endedReason).toBe("customer-ended-call");
    const heard = (await product.events(id))
      .flatMap(({ type, payload }) => (type === "user.said" ? [payload.text] : []))
      .join(" ");
    const said = recordings()
      .map(({ text }) => text)
      .join(" ");
    const [wrong, of] = [wordErrors(said, heard), words(said).length];
    rows.push([`${loss} % lost`, codec, String(wrong), String(of), `${((wrong / of) * 100).toFixed(1)} %`]);
    expect(readFileSync(heardFile).length).toBeGreaterThan(32_000);
    expect(wrong / of, heard).toBeLessThanOrEqual(loss === "10" ? 0.25 : 0.15);
  });

  test("presses keys (RFC 4733)", async () => {
    await hold({ DO: "keys" });
    const { id } = await newest();
    const keys = (await product.events(id)).flatMap(({ type, payload }) => (type === "key.pressed" ? [payload.key] : []));
    expect(keys).toEqual(["1", "5", "#"]);
  });

  test("holds, resumes and hangs up", async () => {
    const steps = await hold({ DO: "hold" });
    expect(steps.map(({ step }) => step)).toEqual(["codecs", "answered", "resumed", "heard", "ended"]);
    expect(await newest()).toMatchObject({ endedReason: "customer-ended-call" });
  });
});
