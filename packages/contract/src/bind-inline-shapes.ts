import { AssistantOverrides, CreateAssistant } from "./assistant.ts";
import { bindInlineShape } from "./inline-shape.ts";
import { CreateSquad } from "./squad.ts";

/** For a bundle, which leaves out modules of this package that it does not use, and with them what they would have handed in. */
export function bindInlineShapes(): void {
  bindInlineShape("assistant", CreateAssistant);
  bindInlineShape("assistantOverrides", AssistantOverrides);
  bindInlineShape("squad", CreateSquad);
}
