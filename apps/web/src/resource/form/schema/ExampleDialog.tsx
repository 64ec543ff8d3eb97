import { Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../../kit/FormDialog.tsx";
import { readJsonObject } from "../../json/json-text.ts";

interface ExampleDialogProps {
  onClose: () => void;
  onRead: (example: Record<string, unknown>) => void;
}

/** A JSON object is pasted, and its fields become those of the schema. */
export function ExampleDialog({ onClose, onRead }: ExampleDialogProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [isTried, setTried] = useState(false);
  const read = readJsonObject(text);
  const problem = () => {
    if (!isTried || read.ok) return undefined;
    return read.reason === "not-json" ? t("resource.json.invalid", { reason: read.detail }) : t("resource.json.notObject");
  };
  return (
    <FormDialog
      title={t("resource.schema.paste")}
      action={t("resource.schema.readExample")}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if (!read.ok) return;
        onRead(read.value);
        onClose();
      }}
    >
      <Textarea
        label={t("resource.schema.example")}
        description={t("resource.schema.exampleHint")}
        placeholder='{ "treatment": "hygiene", "day": "2030-01-15" }'
        error={problem()}
        autosize
        minRows={6}
        maxRows={18}
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--cw-font-mono)", fontSize: 12 } }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
