import { NAME_MAX_CHARACTERS, parseUrl, type Token } from "@callwright/contract";
import { Button, Select, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useSignedIn } from "../../data/services.tsx";
import { CopyButton } from "../../kit/CopyButton.tsx";
import { Form } from "../../kit/Form.tsx";
import { Scroller } from "../../kit/Scroller.tsx";
import { Switch } from "../../kit/Switch.tsx";
import { makeVisitorLink, type VisitorTarget } from "../../kit/visitor-link.ts";
import { originProblem } from "../tokens/token-form.ts";
import { tokenKeys, tokenListQuery } from "../tokens/token-queries.ts";
import { useTokenActions } from "../tokens/use-token-actions.ts";
import classes from "./embed.module.css";
import type { ChosenOptions } from "./embed-options.ts";
import { chooseToken, isEnabled, opensOrigin, opensTarget } from "./opens-target.ts";
import { policyOf, snippetOf } from "./snippet.ts";

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
        <CopyButton text={code} label={t("embed.copyShort")} disabled={!isReady} aria-label={t("embed.copy", { what: label })} />
      </div>
      {hint && <p className={classes.hint}>{hint}</p>}
      <Scroller as="section" className={classes.code} aria-label={label}>
        <pre>{code}</pre>
      </Scroller>
      {children}
    </div>
  );
}

interface TokenChoiceProps {
  target: VisitorTarget;
  /** Public tokens that open the target, disabled ones too. */
  tokens: readonly Token[];
  chosen: Token | undefined;
  isLoading: boolean;
  onToken(id: string): void;
}

/** Selects the public token of the page, or creates one for this page, and for the assistant alone if it is one. */
function TokenChoice({ target, tokens, chosen, isLoading, onToken }: TokenChoiceProps) {
  const { t } = useTranslation();
  const { enable } = useTokenActions();
  const [isMaking, setIsMaking] = useState(false);
  const mayMake = useSignedIn().org.role === "admin";
  const done = (token: Token) => {
    setIsMaking(false);
    onToken(token.id);
  };
  return (
    <div className={classes.block}>
      <div className={classes.blockHead}>
        <h2>{t("embed.token")}</h2>
        {mayMake && !isMaking && tokens.length > 0 && (
          <Button size="compact-sm" onClick={() => setIsMaking(true)}>
            {t("embed.newToken")}
          </Button>
        )}
      </div>
      {tokens.length > 0 && (
        <Select
          aria-label={t("embed.token")}
          data={tokens.map(({ id, name, restrictions }) => ({
            value: id,
            label: [
              name ?? t("tokens.unnamed"),
              restrictions.allowedOrigins?.join(", ") ?? t("tokens.everyOrigin"),
              ...(restrictions.enabled === false ? [t("tokens.disabled")] : []),
            ].join(" · "),
          }))}
          allowDeselect={false}
          value={chosen?.id ?? null}
          onChange={(id) => id && onToken(id)}
        />
      )}
      {chosen && !isEnabled(chosen) && (
        <p role="status" className={classes.refused}>
          {t("embed.tokenDisabled")}{" "}
          {mayMake && (
            <Button size="compact-sm" onClick={() => enable(chosen, true)}>
              {t("tokens.enable")}
            </Button>
          )}
        </p>
      )}
      {tokens.length === 0 && !isLoading && !mayMake && <p className={classes.hint}>{t("embed.askAdmin")}</p>}
      {mayMake && !isLoading && (isMaking || tokens.length === 0) && <NewToken target={target} onMade={done} />}
    </div>
  );
}

/** The origin of a page's address; other texts are unchanged. */
function originOf(text: string): string {
  return (/^https?:/i.test(text) && parseUrl(text)?.origin) || text;
}

/** Creates a token for one page by its origin. This server's origin is allowed, too, for the visitor link. */
function NewToken({ target, onMade }: { target: VisitorTarget; onMade: (token: Token) => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const [origin, setOrigin] = useState("");
  const page = originOf(origin.trim());
  const isWrong = page !== "" && originProblem([page]) !== undefined;
  const make = useMutation({
    mutationFn: () =>
      client.tokens.create({
        body: {
          tag: "public",
          name: t("embed.tokenName", { host: page ? new URL(page).host : t("embed.anyPage") }).slice(0, NAME_MAX_CHARACTERS),
          restrictions: {
            ...("assistantId" in target && { allowedAssistantIds: [target.assistantId] }),
            allowTransientAssistant: false,
            ...(page ? { allowedOrigins: [...new Set([page, window.location.origin])] } : {}),
          },
        },
      }),
    onSuccess: onMade,
    meta: { changes: [tokenKeys.all] },
  });
  return (
    <Form onSubmit={() => !isWrong && make.mutate()} className={classes.newToken}>
      <TextInput
        label={t("embed.pageOrigin")}
        description={t("embed.pageOriginHint")}
        placeholder="https://www.example.com"
        value={origin}
        error={isWrong ? t("tokens.originWrong", { origin: page }) : make.error?.message}
        onChange={(event) => setOrigin(event.currentTarget.value)}
      />
      <Button type="submit" variant="filled" loading={make.isPending} disabled={isWrong}>
        {t("embed.makeToken")}
      </Button>
    </Form>
  );
}
