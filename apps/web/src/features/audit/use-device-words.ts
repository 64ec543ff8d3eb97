import { useTranslation } from "react-i18next";
import { readUserAgent } from "../../app/user-agent.ts";

/** "Chrome on Linux", or what of that a `User-Agent` header tells; a name nobody knows as it begins. Undefined for none. */
export function useDeviceWords(): (userAgent: string | undefined) => string | undefined {
  const { t } = useTranslation();
  return (userAgent) => {
    if (!userAgent) return undefined;
    const { program, system } = readUserAgent(userAgent);
    if (program && system) return t("audit.device", { program, system });
    return program ?? system ?? userAgent.split(/[\s/]/)[0];
  };
}
