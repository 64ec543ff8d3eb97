import { type Connection, parseUrl, type SaveConnection } from "@callwright/contract";
import { Button, Group, PasswordInput, Radio, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../data/services.tsx";
import { Failure } from "../../kit/Failure.tsx";
import { Form } from "../../kit/Form.tsx";
import classes from "./connection.module.css";

interface Props {
  stored: Connection;
  mayEdit: boolean;
}

/** The server tries the host before it saves the connection, and reports what is wrong. */
export function ConnectionEditor({ stored, mayEdit }: Props) {
  const { t } = useTranslation();
  const client = useClient();
  const take = useTakeConnection();
  const [form, setForm] = useState(() => formOf(stored));
  const onSuccess = (saved: Connection) => {
    setForm(formOf(saved));
    take(saved);
  };
  const save = useMutation({ mutationFn: (body: SaveConnection) => client.connection.save({ body }), onSuccess });
  const forget = useMutation({ mutationFn: () => client.connection.delete(), onSuccess });
  const body = bodyOf(stored, form);
  const isElsewhere = form.where === "elsewhere";
  const submit = () => {
    forget.reset();
    if (body) save.mutate(body);
  };
  return (
    <Form onSubmit={submit} className={classes.form}>
      <Stack>
        <Radio.Group
          label={t("connection.where")}
          value={form.where}
          onChange={(where) => setForm({ ...form, where: where === "here" ? "here" : "elsewhere" })}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="here" label={t("connection.here")} description={t("connection.hereHint")} disabled={!mayEdit} />
            <Radio
              value="elsewhere"
              label={t("connection.elsewhere")}
              description={t("connection.elsewhereHint")}
              disabled={!mayEdit}
            />
          </Stack>
        </Radio.Group>
        {isElsewhere && (
          <>
            <TextInput
              label={t("connection.url")}
              description={t("connection.urlHint")}
              type="url"
              required
              disabled={!mayEdit}
              value={form.url}
              onChange={(event) => setForm({ ...form, url: event.currentTarget.value })}
            />
            <PasswordInput
              label={t("connection.key")}
              description={t(hasKey(stored, form) ? "connection.keyKept" : "connection.keyHint")}
              autoComplete="off"
              disabled={!mayEdit}
              visibilityToggleButtonProps={{ "aria-label": t("auth.showTyped") }}
              value={form.privateKey}
              onChange={(event) => setForm({ ...form, privateKey: event.currentTarget.value })}
            />
          </>
        )}
        <Outcome stored={stored} done={save.isSuccess} isForgotten={forget.isSuccess} error={save.error ?? forget.error} />
        {mayEdit && (
          <Group>
            <Button type="submit" variant="filled" loading={save.isPending} disabled={body === undefined}>
              {t(isElsewhere ? "connection.connect" : "connection.save")}
            </Button>
            {stored.url !== undefined && (
              <Button
                loading={forget.isPending}
                onClick={() => {
                  save.reset();
                  forget.mutate();
                }}
              >
                {t("connection.forget")}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Form>
  );
}

/** All data comes from the new host from now on, so the cached data of the old one is removed. */
function useTakeConnection() {
  const { dataHost } = useServices();
  const queryClient = useQueryClient();
  return (connection: Connection) => {
    dataHost.change(connection);
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "connection" });
    queryClient.setQueryData(["connection"], connection);
  };
}

interface OutcomeProps {
  stored: Connection;
  done: boolean;
  isForgotten: boolean;
  error: Error | null;
}

/** The result of the last test, and the host's features. */
function Outcome({ stored, done, isForgotten, error }: OutcomeProps) {
  const { t } = useTranslation();
  const host = hostOf(stored.url);
  const told = isForgotten ? "connection.forgotten" : stored.enabled ? "connection.connected" : "connection.back";
  return (
    <>
      <Failure>{error && t("connection.failed", { reason: error.message })}</Failure>
      <div role="status">
        {!error && (done || isForgotten) && <p className={classes.told}>{t(told, { host })}</p>}
        {stored.enabled && (
          <p className={classes.hint}>{t(stored.isCallwright ? "connection.offersAll" : "connection.offersLess", { host })}</p>
        )}
      </div>
    </>
  );
}

interface ConnectionForm {
  where: "here" | "elsewhere";
  url: string;
  privateKey: string;
}

export function formOf({ enabled, url = "" }: Connection): ConnectionForm {
  return { where: enabled ? "elsewhere" : "here", url, privateKey: "" };
}

/** `api.example.com`, for sentences. */
export function hostOf(url: string | undefined): string {
  return parseUrl(url ?? "")?.host ?? "";
}

/** Is the stored key for the host in the form? A key belongs to one host. */
export function hasKey({ url: kept }: Connection, { url }: ConnectionForm): boolean {
  return kept !== undefined && new URL(kept).origin === parseUrl(url)?.origin;
}

/** The request body. Undefined: a field is missing, or there is no connection to remove. */
export function bodyOf(connection: Connection, form: ConnectionForm): SaveConnection | undefined {
  if (form.where === "here") return connection.enabled && connection.url ? { url: connection.url, enabled: false } : undefined;
  const url = form.url.trim();
  const privateKey = form.privateKey.trim();
  if (url === "" || (privateKey === "" && !hasKey(connection, form))) return undefined;
  return { url, enabled: true, ...(privateKey === "" ? {} : { privateKey }) };
}
