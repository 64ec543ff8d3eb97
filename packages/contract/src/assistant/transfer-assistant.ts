import { z } from "zod";
import { PromptMessage } from "../message/prompt-message.ts";
import { ASSISTANT_DEFAULTS } from "../plan/assistant-defaults.ts";
import { FunctionDefinition } from "../tool/function-definition.ts";
import { bindInlineShape } from "../tool/inline-shape.ts";
import { ToolFields } from "../tool/tool-fields.ts";
import { Id } from "../wire/entity.ts";
import { NOT_FOR_VISITORS } from "../wire/visitor-choice.ts";
import { AssistantFields } from "./assistant.ts";

/** The transfer assistant always has both tools. These change their names, descriptions and messages. */
const DecisionTool = z.strictObject({
  type: z.enum(["transferSuccessful", "transferCancel"]),
  function: FunctionDefinition.optional(),
  ...ToolFields,
});

const { name, voice, transcriber, firstMessage, firstMessageMode, backgroundSound, startSpeakingPlan } = AssistantFields;

/** Default: the model of the assistant that transfers the call. Unknown keys are kept. */
const TransferModel = z.looseObject({
  provider: z.string().min(1).max(100),
  model: z.string().max(200).optional(),
  messages: z.array(PromptMessage).max(100).optional(),
  toolIds: z.array(Id).max(100).meta(NOT_FOR_VISITORS).optional(),
  /** Tools of other types are kept, and not used. */
  tools: z
    .array(z.union([DecisionTool, z.looseObject({ type: z.string().min(1).max(100) })]))
    .max(100)
    .optional(),
});

/** Talks to the operator of a warm transfer, and connects the caller, or not. */
export const TransferAssistant = z
  .strictObject({
    name,
    voice,
    transcriber,
    firstMessage,
    firstMessageMode,
    backgroundSound,
    startSpeakingPlan,
    model: TransferModel.optional(),
    maxDurationSeconds: z
      .number()
      .min(10)
      .max(43_200)
      .optional()
      .meta({ unit: "s", default: ASSISTANT_DEFAULTS.transferAssistant.maxDurationSeconds }),
    silenceTimeoutSeconds: z
      .number()
      .min(10)
      .max(3600)
      .optional()
      .meta({ unit: "s", default: ASSISTANT_DEFAULTS.transferAssistant.silenceTimeoutSeconds }),
    backgroundSpeechDenoisingPlan: AssistantFields.backgroundSpeechDenoisingPlan,
  })
  .meta({ id: "TransferAssistant" });
export type TransferAssistant = z.infer<typeof TransferAssistant>;
bindInlineShape("transferAssistant", TransferAssistant);
