import type { CreateSquad } from "../squad/squad.ts";
import { SAMPLE_ID } from "./sample-parts.ts";
import { saturatedAssistants, saturatedOverrides } from "./saturated-assistant.ts";
import { SAMPLE_HANDOFFS, SAMPLE_TRANSFER_TO_ASSISTANT } from "./saturated-tool.ts";

const assistantDestinations = [SAMPLE_TRANSFER_TO_ASSISTANT, ...SAMPLE_HANDOFFS].filter(({ type }) => type === "assistant");

/** A squad with every field set. */
export const saturatedSquad: CreateSquad = {
  name: "Front desk",
  members: [
    {
      assistantId: SAMPLE_ID,
      assistantVersion: "v2",
      assistant: saturatedAssistants[0],
      assistantOverrides: saturatedOverrides,
      assistantDestinations: assistantDestinations as CreateSquad["members"][number]["assistantDestinations"],
    },
  ],
  membersOverrides: saturatedOverrides,
};
