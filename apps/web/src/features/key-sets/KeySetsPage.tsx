import { KEY_SET_AUDIENCE, type KeySet } from "@callwright/contract";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useSignedIn } from "../../data/services.tsx";
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx";
import { CopyButton } from "../../kit/CopyButton.tsx";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { Instant } from "../../kit/Instant.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { Scroller } from "../../kit/Scroller.tsx";
import { DataTable } from "../../kit/table/DataTable.tsx";
import { useMinute } from "../../kit/use-now.ts";
import { QueryState } from "../../resource/QueryState.tsx";
import classes from "./key-sets.module.css";
import { keySetsKey } from "./key-sets-key.ts";

const KeySetDialog = lazy(async () => ({ default: (await import("./KeySetDialog.tsx")).KeySetDialog }));

/** Settings → Key sets: public keys with which an organization's own servers sign tokens. */
export function KeySetsPage() {
  const { t } = useTranslation();
  const { org } = useSignedIn();
  if (org.role === "admin") return <KeySets />;
  return (
    <div className={classes.page}>
      <PageHeader title={t("keySets.title")} />
      <p className={classes.intro}>{t("keySets.adminsOnly")}</p>
    </div>
  );
}

function KeySets() {
  const { t } = useTranslation();
  const { org } = useSignedIn();
  const client = useClient();
  const list = useQuery({ queryKey: keySetsKey, queryFn: ({ signal }) => client.keySets.list({ id: org.id, signal }) });
  const [isOpen, setOpen] = useState(false);
  const create = (
    <Button variant="filled" onClick={() => setOpen(true)}>
      {t("keySets.new")}
    </Button>
  );
  return (
    <div className={classes.page}>
      <PageHeader title={t("keySets.title")} actions={create} />
      <p className={classes.intro}>{t("keySets.intro")}</p>
      <QueryState query={list} failed={(reason) => t("keySets.loadFailed", { reason })} />
      {list.data?.length === 0 && <EmptyNote title={t("keySets.empty")} body={t("keySets.emptyBody")} action={create} />}
      {list.data && list.data.length > 0 && <KeySetTable keySets={list.data} />}
      {list.data && <SigningHelp keySet={list.data.at(-1)} />}
      <Suspense fallback={null}>{isOpen && <KeySetDialog onClose={() => setOpen(false)} />}</Suspense>
    </div>
  );
}

function KeySetTable({ keySets }: { keySets: readonly KeySet[] }) {
  const { t } = useTranslation();
  const client = useClient();
  const { org } = useSignedIn();
  const [removed, setRemoved] = useState<KeySet>();
  const nowMs = useMinute();
  const where = ({ jwksUrl, keys }: KeySet) => jwksUrl ?? t("keySets.keyCount", { count: keys?.keys.length ?? 0 });
  return (
    <div className={classes.tablePlace}>
      <DataTable
        kind="plain"
        label={t("keySets.title")}
        rows={keySets}
        styles={classes}
        columns={[
          {
            id: "keySet",
            label: t("keySets.name"),
            cell: ({ name, issuer }) => (
              <>
                <span className={classes.name}>{name}</span>
                <span className={classes.issuer}>{issuer}</span>
              </>
            ),
          },
          { id: "where", label: t("keySets.where"), title: where, cell: where },
          { id: "role", label: t("keySets.role"), cell: ({ role }) => t(`members.roles.${role}`) },
          {
            id: "time",
            label: t("keySets.lastUsed"),
            cell: ({ lastUsedAt }) =>
              lastUsedAt === undefined ? t("keySets.never") : <Instant iso={lastUsedAt} nowMs={nowMs} />,
          },
        ]}
        actions={(keySet) => (
          <Button
            size="compact-sm"
            aria-label={t("keySets.removeNamed", { name: keySet.name })}
            onClick={() => setRemoved(keySet)}
          >
            {t("keySets.remove")}
          </Button>
        )}
      />
      {removed && (
        <ConfirmDialog
          title={t("keySets.removeTitle", { name: removed.name })}
          confirm={t("keySets.remove")}
          body={t("keySets.removeBody")}
          done={t("keySets.removed", { name: removed.name })}
          changes={[keySetsKey]}
          onClose={() => setRemoved(undefined)}
          onConfirm={() => client.keySets.delete({ id: org.id, keySetId: removed.id })}
        />
      )}
    </div>
  );
}

/** How a server makes a token, for the newest key set where there is one. */
function SigningHelp({ keySet }: { keySet: KeySet | undefined }) {
  const { t } = useTranslation();
  const { org } = useSignedIn();
  const code = signingExample(org.id, keySet);
  return (
    <section aria-label={t("keySets.help")} className={classes.help}>
      <div className={classes.helpHead}>
        <h2>{t("keySets.help")}</h2>
        <CopyButton label={t("keySets.copy")} text={code} />
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

/** The algorithm that the key names, or else the usual one of its type. */
function algorithmOf(key: Readonly<Record<string, unknown>> | undefined): string {
  if (typeof key?.alg === "string") return key.alg;
  return (typeof key?.crv === "string" ? CURVE_ALGORITHMS[key.crv] : undefined) ?? "RS256";
}
