import { KEY_SET_AUDIENCE, type KeySet } from "@callwright/contract";
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Scroller } from "../../kit/Scroller.tsx";
import { useCopy } from "../../kit/use-copy.ts";
import classes from "./key-sets.module.css";

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

/** A program that signs a token which the organization's key set proves, in four lines. Without a key set, with names to replace. */
function signingExample(orgId: string, keySet: Pick<KeySet, "issuer" | "keys"> | undefined): string {
  const key = keySet?.keys?.keys[0];
  const alg = algorithmOf(key);
  const header = { alg, kid: key?.kid ?? "your-key-id" };
  const text = (value: string) => JSON.stringify(value);
  return [
    'import { importPKCS8, SignJWT } from "jose";',
    `const key = await importPKCS8(process.env.SIGNING_KEY, ${text(alg)});`,
    `const claims = { orgId: ${text(orgId)}, iss: ${text(keySet?.issuer ?? "https://your-server.example")}, aud: ${text(KEY_SET_AUDIENCE)}, sub: "billing", jti: crypto.randomUUID() };`,
    `const token = await new SignJWT(claims).setProtectedHeader({ alg: ${text(header.alg)}, kid: ${text(header.kid)} }).setIssuedAt().setExpirationTime("1h").sign(key);`,
  ].join("\n");
}

const CURVE_ALGORITHMS: Readonly<Record<string, string>> = {
  "P-256": "ES256",
  "P-384": "ES384",
  "P-521": "ES512",
  Ed25519: "EdDSA",
};

/** What the key says of itself, else what its kind is used with. */
function algorithmOf(key: Readonly<Record<string, unknown>> | undefined): string {
  if (typeof key?.alg === "string") return key.alg;
  return (typeof key?.crv === "string" ? CURVE_ALGORITHMS[key.crv] : undefined) ?? "RS256";
}
