import { useTranslation } from "react-i18next";
import { readUserAgent } from "../../kit/user-agent.ts";

/** "Chrome on Linux", as far as a `User-Agent` header says it. Unknown clients are named by the header's first word. Undefined for no header. */
export function useDeviceWords(): (userAgent: string | undefined) => string | undefined {
  const { t } = useTranslation();
  return (userAgent) => {
    if (!userAgent) return undefined;
    const { program, system } = readUserAgent(userAgent);
    if (program && system) return t("audit.device", { program, system });
    return program ?? system ?? userAgent.split(/[\s/]/)[0];
  };
}
