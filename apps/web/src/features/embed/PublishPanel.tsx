import { Button, CopyButton, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { Scroller } from "../../kit/Scroller.tsx";
import { makeVisitorLink, type VisitorTarget } from "../../kit/visitor-link.ts";
import { tokenListQuery } from "../tokens/token-queries.ts";
import classes from "./embed.module.css";
import type { ChosenOptions } from "./embed-options.ts";
import { chooseToken, isEnabled, opensOrigin, opensTarget } from "./opens-target.ts";
import { policyOf, snippetOf } from "./snippet.ts";
import { TokenChoice } from "./TokenChoice.tsx";

interface Props {
  target: VisitorTarget;
  options: ChosenOptions;
  /** Id of the token in the snippet. */
  tokenId: string | undefined;
  onToken(id: string): void;
}

/** The results: the snippet with a token, the CSP line and the visitor link. */
export function PublishPanel({ target, options, tokenId, onToken }: Props) {
  const { t } = useTranslation();
  const tokens = useQuery(tokenListQuery(useClient()));
  const [isConsentRequired, setIsConsentRequired] = useState(false);
  const fitting = (tokens.data ?? []).filter((token) => opensTarget(token, target));
  const chosen = chooseToken(fitting, tokenId);
  const isReady = chosen !== undefined && isEnabled(chosen);
  const { origin } = window.location;
  const snippet = snippetOf({ origin, target, publicKey: chosen?.value, options });
  const link =
    isReady && opensOrigin(chosen, origin)
      ? makeVisitorLink(origin, { target, publicKey: chosen.value, isConsentRequired })
      : null;
  return (
    <section className={classes.publish} aria-label={t("embed.publish")}>
      <TokenChoice target={target} tokens={fitting} chosen={chosen} isLoading={tokens.isPending} onToken={onToken} />
      <CodeBlock label={t("embed.snippet")} code={snippet} isReady={isReady} />
      {isReady && !link && <p className={classes.hint}>{t("embed.noLink", { origin })}</p>}
      {link && (
        <CodeBlock label={t("embed.link")} hint={t("embed.linkHint")} code={link} isReady>
          <Switch
            label={t("embed.linkConsent")}
            checked={isConsentRequired}
            onChange={(event) => setIsConsentRequired(event.currentTarget.checked)}
          />
        </CodeBlock>
      )}
      <CodeBlock label={t("embed.policy")} hint={t("embed.policyHint")} code={policyOf(origin)} isReady />
    </section>
  );
}

interface CodeBlockProps {
  label: string;
  hint?: string;
  code: string;
  /** An incomplete snippet cannot be copied. */
  isReady: boolean;
  children?: React.ReactNode;
}

function CodeBlock({ label, hint, code, isReady, children }: CodeBlockProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.block}>
      <div className={classes.blockHead}>
        <h2>{label}</h2>
        <CopyButton value={code}>
          {({ copied, copy }) => (
            <Button size="compact-sm" disabled={!isReady} onClick={copy} aria-label={t("embed.copy", { what: label })}>
              {t(copied ? "app.copied" : "embed.copyShort")}
            </Button>
          )}
        </CopyButton>
      </div>
      {hint && <p className={classes.hint}>{hint}</p>}
      <Scroller as="section" className={classes.code} aria-label={label}>
        <pre>{code}</pre>
      </Scroller>
      {children}
    </div>
  );
}
