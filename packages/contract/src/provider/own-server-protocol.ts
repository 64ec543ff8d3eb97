import { z } from "zod";

/**
 * How an organization's own speech server is asked. `callwright`: as the platform documents custom voices and transcribers. `openai`: the speech and
 * transcription endpoints of OpenAI, which many servers have; the server's URL then ends before `/audio`.
 */
export const OwnServerProtocol = z
  .enum(["callwright", "openai"])
  .meta({ default: "callwright", description: "openai: the server has OpenAI's /audio endpoints." });
