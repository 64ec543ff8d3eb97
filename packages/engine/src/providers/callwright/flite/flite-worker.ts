import { parentPort } from "node:worker_threads";
import type { FliteAnswer, FliteJob } from "./flite-pool.ts";
import { prepareRun, synthesise } from "./synthesise.ts";

/** The worker thread of the voice: synthesis blocks its thread, and the media thread must not block. */
const port = parentPort;
if (!port) throw new Error("flite-worker runs as a worker thread");

await prepareRun();
port.on("message", (job: FliteJob) => {
  synthesise(job.voiceId, job.text, job.speed)
    .then(
      ({ samples, sampleRate }) => {
        port.postMessage({ samples, sampleRate } satisfies FliteAnswer, [samples.buffer as ArrayBuffer]);
      },
      (error: unknown) => {
        port.postMessage({ error: error instanceof Error ? error.message : String(error) } satisfies FliteAnswer);
      },
    )
    // Prepares the next run. If that fails, the next text's run reports it.
    .then(prepareRun)
    .catch(() => undefined);
});
