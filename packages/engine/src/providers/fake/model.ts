import type { Model } from "@callwright/contract";
import type { LanguageModel } from "../../conversation/language-model.ts";
import { createBuiltInModel } from "../callwright/model.ts";

export function createFakeModel(settings: Model): LanguageModel {
  return createBuiltInModel({ ...settings, model: "builtin" });
}
