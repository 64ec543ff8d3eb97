/** What the pool asks of a worker: one text in one voice. */
export interface FliteJob {
  id: number;
  voiceId: string;
  text: string;
}

/** Mono 16-bit samples, or why there are none. */
export type FliteAnswer = { id: number; samples: Int16Array; sampleRate: number } | { id: number; error: string };
