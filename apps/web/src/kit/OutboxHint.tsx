import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

const OUTBOX_PATH = "/dev/outbox";
/** The outbox is served on loopback addresses only. */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Where to look for a mail. Without a mail server, the server keeps mails in an outbox that is readable on localhost. */
export function OutboxHint({ otherwise }: { otherwise?: string }) {
  const { t } = useTranslation();
  const outbox = useQuery({
    queryKey: ["outbox"],
    enabled: LOOPBACK.test(window.location.hostname),
    retry: false,
    queryFn: async ({ signal }) => {
      const { ok, body } = await window.fetch(OUTBOX_PATH, { headers: { accept: "application/json" }, signal });
      // An answer that is not read would keep its connection.
      await body?.cancel();
      return ok;
    },
  });
  if (!outbox.data) return otherwise && <Hint>{otherwise}</Hint>;
  return (
    <Hint>
      {t("auth.mail.outbox")}{" "}
      <a href={OUTBOX_PATH} target="_blank" rel="noreferrer">
        {t("auth.mail.openOutbox")}
      </a>
    </Hint>
  );
}

function Hint({ children }: { children: ReactNode }) {
  return (
    <Text fz="sm" c="dimmed">
      {children}
    </Text>
  );
}
