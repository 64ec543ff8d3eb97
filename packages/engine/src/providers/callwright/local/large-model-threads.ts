import { availableParallelism } from "node:os";

/** Threads of a model that is slow on one. Leaves one core to the thread that carries the sound. */
export const LARGE_MODEL_THREADS = Math.max(1, Math.min(2, availableParallelism() - 1));
