import type { KeySet } from "@callwright/contract";
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Scroller } from "../../kit/Scroller.tsx";
import { useCopy } from "../../kit/use-copy.ts";
import classes from "./key-sets.module.css";
import { signingExample } from "./signing-example.ts";

/** How a server makes a token, for the newest key set where there is one. */
export function SigningHelp({ orgId, keySets }: { orgId: string; keySets: readonly KeySet[] }) {
  const { t } = useTranslation();
  const { copy, copied } = useCopy();
  const code = signingExample(orgId, keySets.at(-1));
  return (
    <section aria-label={t("keySets.help")} className={classes.help}>
      <div className={classes.helpHead}>
        <h2>{t("keySets.help")}</h2>
        <Button size="compact-sm" onClick={() => void copy(code)}>
          {t(copied ? "app.copied" : "keySets.copy")}
        </Button>
      </div>
      <p>{t("keySets.helpHint")}</p>
      <Scroller as="pre" className={classes.code}>
        {code}
      </Scroller>
    </section>
  );
}
