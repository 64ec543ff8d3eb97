import { spawn } from "node:child_process";
import { ProviderError } from "../../../model/provider-error.ts";
import { FEATURE_PARAMETERS } from "./feature-parameters.ts";

/**
 * Options measured on 60 utterances (10 shop questions, voices slt, rms and kal16, clean and with noise at 20 dB), fed in real time on an
 * idle two-core machine; "after the end" is from closing the input to the words:
 *
 * | options                                    | words wrong | exact | words after the end |
 * |--------------------------------------------|-------------|-------|---------------------|
 * | -remove_noise no                           |       9.1 % | 43/60 | 110 ms              |
 * | -remove_noise no -fwdflat no               |       9.4 % | 42/60 |  13 ms              |
 * | -remove_noise no -fwdflat no -lw 5         |       8.5 % | 44/60 |  13 ms              |
 * | -remove_noise no -fwdflat no -bestpath no  |      16.4 % | 36/60 |   7 ms              |
 *
 * The second pass (fwdflat) decodes the utterance again once it is over: it costs the wait and gains nothing here. The third pass
 * (bestpath) costs nothing to speak of and gains much. A pause of the voice inside pocketsphinx is no matter: its words are joined.
 * Its own removal of noise, which is on by default, is of use to what comes from a browser: see `FEATURE_PARAMETERS`.
 */
const OPTIONS = "-fwdflat no -lw 5";
/** pocketsphinx cannot open the socket that Node gives as standard input, but it can open a pipe. Its model's parameters come on another. */
const COMMAND = `cat | exec pocketsphinx_continuous -infile /dev/stdin -logfn /dev/null ${OPTIONS} -featparams /dev/fd/3 3<<'END'
${FEATURE_PARAMETERS}
END`;
/** The words follow the end of the utterance within a tenth of a second; a decoder that is silent this long has hung. */
const FINISH_TIMEOUT_MS = 10_000;

/**
 * One pocketsphinx process, for one utterance of 16 kHz 16-bit mono sound.
 *
 * ```
 *   loading, fed ── finish ──▶ decoding ── exit 0 ──▶ words
 *        │                        └── exit ≠ 0, silent too long ──▶ ProviderError
 *        └── died ──▶ not usable; finish fails
 * ```
 */
export interface Decoder {
  /** False once the process is gone. */
  readonly usable: boolean;
  write(samples: Int16Array): void;
  /** Ends the utterance. Answers its words, lower case, "" for none. Fails with a retryable `ProviderError`. */
  finish(): Promise<string>;
  kill(): void;
}

/** Starts a decoder; `command` is a shell command that reads sound and prints words. The model takes half a second to load. */
export function startDecoder(command: string = COMMAND, finishTimeoutMs: number = FINISH_TIMEOUT_MS): Decoder {
  // A process group of its own, so that the shell's children end with it.
  const child = spawn("sh", ["-c", command], { stdio: ["pipe", "pipe", "ignore"], detached: true });
  let printed = "";
  let usable = true;
  const ended = new Promise<number | null>((resolve) => {
    const end = (code: number | null) => {
      usable = false;
      resolve(code);
    };
    child.on("close", end);
    child.on("error", () => end(null));
  });
  child.stdin.on("error", () => undefined); // a dead decoder is noticed by its end
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  const kill = () => {
    if (!usable || child.pid === undefined) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It ended on its own a moment ago.
    }
  };

  return {
    get usable() {
      return usable;
    },
    write(samples) {
      if (usable) child.stdin.write(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
    },
    async finish() {
      child.stdin.end();
      let hung = false;
      const deadline = setTimeout(() => {
        hung = true;
        kill();
      }, finishTimeoutMs);
      const code = await ended;
      clearTimeout(deadline);
      if (hung) throw failure(`the recognizer did not answer for ${finishTimeoutMs / 1000} s`);
      if (code !== 0) throw failure(`the recognizer ended with ${code === null ? "a signal" : `code ${code}`}`);
      return printed.replace(/\s+/g, " ").trim();
    },
    kill,
  };
}

function failure(message: string): ProviderError {
  return new ProviderError(`pocketsphinx failed: ${message}.`, { provider: "callwright", part: "transcriber", retryable: true });
}
