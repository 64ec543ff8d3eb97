import { parentPort } from "node:worker_threads";
import { answerTextJob, type TextJob } from "./text-job.ts";
import { type BudgetExceeded, budgetExceeded } from "./work-budget.ts";

/** A thread for text that may cost more than the main thread has time for. `TextThreads` ends it when a job takes too long. */
const port = parentPort;
if (!port) throw new Error("text-worker runs as a worker thread");

let exceeded: BudgetExceeded[] = [];
// Subscribers of the main thread do not hear this thread.
budgetExceeded.subscribe((message) => exceeded.push(message as BudgetExceeded));
port.on("message", (job: TextJob) => {
  exceeded = [];
  port.postMessage(answerTextJob(job, exceeded));
});
port.postMessage("ready");
