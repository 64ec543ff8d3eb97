import { KEY_SET_AUDIENCE, type KeySet } from "@callwright/contract";
import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useSession } from "../../data/services.tsx";
import { useShownError } from "../../data/use-shown-error.ts";
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { Failure } from "../../kit/Failure.tsx";
import { Instant } from "../../kit/Instant.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { Scroller } from "../../kit/Scroller.tsx";
import { DataTable } from "../../kit/table/DataTable.tsx";
import { useCopy } from "../../kit/use-copy.ts";
import { useFormat } from "../../kit/use-format.ts";
import { keySetKeys, keySetsQuery } from "./key-set-queries.ts";
import classes from "./key-sets.module.css";

const KeySetDialog = lazy(async () => ({ default: (await import("./KeySetDialog.tsx")).KeySetDialog }));

/** Settings → Key sets: public keys with which an organization's own servers sign tokens. */
export function KeySetsPage() {
  const { t } = useTranslation();
  const session = useSession();
  if (session.kind !== "signed-in") return null;
  if (session.org.role === "admin") return <KeySets orgId={session.org.id} />;
  return (
    <div className={classes.page}>
      <PageHeader title={t("keySets.title")} />
      <p className={classes.intro}>{t("keySets.adminsOnly")}</p>
    </div>
  );
}

function KeySets({ orgId }: { orgId: string }) {
  const { t } = useTranslation();
  const list = useQuery(keySetsQuery(useClient(), orgId));
  const failure = useShownError(list.error);
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
      <Failure m="lg">{failure && t("keySets.loadFailed", { reason: failure.message })}</Failure>
      {list.isPending && !list.error && <PageSkeleton />}
      {list.data?.length === 0 && <EmptyNote title={t("keySets.empty")} body={t("keySets.emptyBody")} action={create} />}
      {list.data && list.data.length > 0 && <KeySetTable orgId={orgId} keySets={list.data} />}
      {list.data && <SigningHelp orgId={orgId} keySets={list.data} />}
      <Suspense fallback={null}>{isOpen && <KeySetDialog orgId={orgId} onClose={() => setOpen(false)} />}</Suspense>
    </div>
  );
}

function KeySetTable({ orgId, keySets }: { orgId: string; keySets: readonly KeySet[] }) {
  const { t } = useTranslation();
  const [removed, setRemoved] = useState<KeySet>();
  const format = useFormat();
  const [nowMs] = useState(Date.now);
  const where = ({ jwksUrl, keys }: KeySet) => jwksUrl ?? t("keySets.keyCount", { count: keys?.keys.length ?? 0 });
  return (
    <div className={classes.tablePlace}>
      <DataTable
        kind="plain"
        label={t("keySets.title")}
        rows={keySets}
        className={classes.table}
        columns={[
          {
            id: "name",
            label: t("keySets.name"),
            cell: ({ name, issuer }) => (
              <>
                <span className={classes.name}>{name}</span>
                <span className={classes.issuer}>{issuer}</span>
              </>
            ),
          },
          { id: "where", label: t("keySets.where"), className: classes.where, title: where, cell: where },
          {
            id: "role",
            label: t("keySets.role"),
            className: classes.role,
            cell: ({ role }) => t(`members.roles.${role}`),
          },
          {
            id: "used",
            label: t("keySets.lastUsed"),
            className: classes.time,
            cell: ({ lastUsedAt }) =>
              lastUsedAt === undefined ? t("keySets.never") : <Instant iso={lastUsedAt}>{format.age(lastUsedAt, nowMs)}</Instant>,
          },
          {
            id: "actions",
            label: t("keySets.actions"),
            isLabelHidden: true,
            className: classes.actions,
            cell: (keySet) => (
              <Button
                size="compact-sm"
                aria-label={t("keySets.removeNamed", { name: keySet.name })}
                onClick={() => setRemoved(keySet)}
              >
                {t("keySets.remove")}
              </Button>
            ),
          },
        ]}
      />
      {removed && <RemoveKeySetDialog orgId={orgId} keySet={removed} onClose={() => setRemoved(undefined)} />}
    </div>
  );
}

function RemoveKeySetDialog({ orgId, keySet: { id, name }, onClose }: { orgId: string; keySet: KeySet; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const remove = async () => {
    await client.keySets.delete({ id: orgId, keySetId: id });
    notifications.show({ message: t("keySets.removed", { name }) });
    await queryClient.invalidateQueries({ queryKey: keySetKeys.all(orgId) });
  };
  return (
    <ConfirmDialog
      title={t("keySets.removeTitle", { name })}
      confirm={t("keySets.remove")}
      onClose={onClose}
      onConfirm={remove}
      body={t("keySets.removeBody")}
    />
  );
}

/** How a server makes a token, for the newest key set where there is one. */
function SigningHelp({ orgId, keySets }: { orgId: string; keySets: readonly KeySet[] }) {
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
