import { z } from "zod";

const Ms = z.number().min(0).meta({ unit: "ms" });
const Count = z.number().int().min(0);

/**
 * Measures of a conversation that need no judge. A measure that the conversation does not have is absent: one of sound by text, for example. Callwright
 * only.
 */
export const SimulationMetrics = z
  .looseObject({
    wordErrorRate: z.number().min(0).meta({
      description:
        "Share of wrong, missing and invented words among the words that the caller meant to say, in what was recognized. More than 1 if more words were invented than said. Only by sound.",
    }),
    agentInterruptions: Count.meta({ description: "How often the agent began to speak while the caller spoke. Only by sound." }),
    callerInterruptions: Count.meta({ description: "How often the caller began to speak while the agent spoke. Only by sound." }),
    talkOverMs: Ms.meta({ title: "Talk-over", description: "How long both spoke. Only by sound." }),
    longestSilenceMs: Ms.meta({ title: "Longest silence", description: "Between the first and the last word. Only by sound." }),
    responseTimeP50Ms: Ms.meta({
      title: "Response time, median",
      description: "From the caller's last word to the agent's first; by text, until the answer was complete.",
    }),
    responseTimeP95Ms: Ms.meta({
      title: "Response time, 95th percentile",
      description: "From the caller's last word to the agent's first; by text, until the answer was complete.",
    }),
    falseCutOffs: Count.meta({
      title: "False cut-offs",
      description:
        "How often the agent began to answer while the caller had not finished, in a word or in a pause. Only by sound.",
    }),
    repeatedQuestions: Count.meta({
      description: "Questions that the agent asked before, unless the caller wanted to hear them again.",
    }),
    toolCallsRight: Count.meta({ description: "Calls of tools that a check of the scenario wants." }),
    toolCallsWrong: Count.meta({
      description: "Calls that a check forbids, and calls of a wanted tool with other arguments or too often.",
    }),
    toolCallsMissing: Count.meta({ description: "Calls that checks want and the agent did not make." }),
    timeToGoalMs: Ms.meta({
      title: "Time to goal",
      description: "Until the answer with which all wanted words and tool calls had happened; by text, the time of the answers.",
    }),
    durationMs: Ms.meta({ title: "Duration", description: "Of the call; by text, of the answers." }),
    turns: Count.meta({ description: "Messages of the caller." }),
  })
  .partial();
export type SimulationMetrics = z.infer<typeof SimulationMetrics>;

const Average = z.number().min(0).optional().meta({ unit: "ms" });

/** Mean waits for an answer, as the hosted provider has them. */
export const LatencyMetrics = z.looseObject({
  /** Answers that the caller waited for. */
  turnCount: z.number().int(),
  avgTurn: Average,
  avgTranscriber: Average,
  avgModel: Average,
  avgVoice: Average,
  avgEndpointing: Average,
});
export type LatencyMetrics = z.infer<typeof LatencyMetrics>;
