import type { TokenTag } from "@callwright/contract";
import { Alert, Button, Group, Stack, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCopy } from "../../kit/use-copy.ts";

/** The value of a token that was just made. That of a private one cannot be read again. */
export function TokenValue({ value, tag, onClose }: { value: string; tag: TokenTag; onClose: () => void }) {
  const { t } = useTranslation();
  const { copy, copied } = useCopy();
  return (
    <Stack>
      {tag === "private" && (
        <Alert color="yellow" variant="outline">
          {t("tokens.onlyNow")}
        </Alert>
      )}
      <TextInput
        label={t("tokens.value")}
        readOnly
        value={value}
        styles={{ input: { fontFamily: "var(--cw-font-mono)" } }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group justify="flex-end">
        <Button onClick={() => void copy(value)} data-autofocus>
          {t(copied ? "app.copied" : "tokens.copyValue")}
        </Button>
        <Button variant="filled" onClick={onClose}>
          {t("tokens.done")}
        </Button>
      </Group>
    </Stack>
  );
}
