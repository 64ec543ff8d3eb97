import type { WebhookDeliveryDetail } from "@callwright/contract";
import { Button, Group } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { JsonEditor } from "../../resource/json/JsonEditor.tsx";
import { readJsonObject, writeJson } from "../../resource/json/json-text.ts";
import { useResend } from "./use-resend.ts";
import classes from "./webhooks.module.css";

interface EditAndResendProps {
  delivery: WebhookDeliveryDetail;
  body: Record<string, unknown>;
  onClose: () => void;
}

/** Sends another body to the message's server. The message itself stays as it is. */
export function EditAndResend({ delivery, body, onClose }: EditAndResendProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(() => writeJson(body));
  const read = useMemo(() => readJsonObject(text), [text]);
  const { resend, failure, isSending } = useResend(delivery.id, onClose);
  const problem = read.ok
    ? failure
    : read.reason === "not-json"
      ? t("resource.json.invalid", { reason: read.detail })
      : t("webhooks.notObject");
  return (
    <section className={classes.section} aria-label={t("webhooks.edit")}>
      <div className={classes.editor}>
        <JsonEditor label={t("webhooks.body")} text={text} onChange={setText} />
      </div>
      <div role="status" className={classes.error}>
        {problem}
      </div>
      <Group gap={8}>
        <Button
          variant="filled"
          disabled={!read.ok}
          aria-disabled={isSending}
          onClick={() => read.ok && !isSending && resend({ body: read.value })}
        >
          {t(isSending ? "webhooks.sending" : "webhooks.sendEdited")}
        </Button>
        <Button onClick={onClose}>{t("app.cancel")}</Button>
      </Group>
    </section>
  );
}
