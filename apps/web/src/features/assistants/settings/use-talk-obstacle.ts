import type { CreateAssistant } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { PARTS } from "../../../data/capabilities.ts";
import { useCapabilities } from "../../../data/use-capabilities.ts";
import { humanValue } from "../../../kit/field-names.ts";
import { hasCredential, useOwnedProviders } from "../../../resource/use-provider-supports.ts";

/** Why a call with an assistant would be refused: its first part that the host cannot run, or whose key is missing. Undefined: it would not be refused, or it is not known yet. */
export function useTalkObstacle(config: CreateAssistant): string | undefined {
  const { t } = useTranslation();
  const { providers } = useCapabilities();
  const parts = PARTS.flatMap((part) => {
    const provider = config[part]?.provider;
    return provider === undefined ? [] : [{ provider, support: providers[part][provider] }];
  });
  const owned = useOwnedProviders(parts.some(({ support }) => support?.state === "needs-credential"));
  for (const { provider, support } of parts) {
    if (!support) return t("editor.notAtHost");
    if (support.state === "not-supported") return support.reason;
    if (support.state === "needs-credential" && owned && !hasCredential(provider, support, owned))
      return t("editor.needsKey", { provider: humanValue(provider) });
  }
  return undefined;
}
