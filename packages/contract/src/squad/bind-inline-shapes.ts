import { AssistantOverrides, CreateAssistant } from "../assistant/assistant.ts";
import { TransferAssistant } from "../assistant/transfer-assistant.ts";
import { bindInlineShape } from "../tool/inline-shape.ts";
import { CreateSquad } from "./squad.ts";

/** For bundles, which drop unused modules of this package and with them the schemas they would register. */
export function bindInlineShapes(): void {
  bindInlineShape("assistant", CreateAssistant);
  bindInlineShape("assistantOverrides", AssistantOverrides);
  bindInlineShape("squad", CreateSquad);
  bindInlineShape("transferAssistant", TransferAssistant);
}
