import type { Call } from "@callwright/contract";
import { Autocomplete, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../../kit/FormDialog.tsx";
import { referenceTo } from "../../../resource/form/references.ts";
import type { ResourceEntity } from "../../../resource/resource-entity.ts";
import { useReferred } from "../../../resource/use-choices.ts";
import type { useControlCall } from "./use-control-call.ts";

const E164 = /^\+[1-9]\d{1,14}$/;

interface TransferDialogProps {
  call: Pick<Call, "assistant">;
  control: ReturnType<typeof useControlCall>;
  onClose: () => void;
}

/** Passes the call on to another telephone. The numbers that the assistant may transfer to are offered. */
export function TransferDialog({ call, control, onClose }: TransferDialogProps) {
  const { t } = useTranslation();
  const [number, setNumber] = useState("");
  const [message, setMessage] = useState("");
  const known = useDestinations(call);
  const dialed = number.replace(/[\s()./-]/g, "");
  const isNumber = E164.test(dialed);
  const transfer = () =>
    control.mutate(
      { type: "transfer", number: dialed, ...(message.trim() !== "" && { message: message.trim() }) },
      { onSuccess: onClose },
    );
  return (
    <FormDialog
      title={t("supervise.takeOver.transferTitle")}
      action={t("supervise.takeOver.transferDo")}
      isReady={isNumber}
      isPending={control.isPending}
      failure={control.error && t("supervise.failed", { reason: control.error.message })}
      onSubmit={transfer}
      onClose={onClose}
    >
      <Text c="dimmed">{t("supervise.takeOver.transferBody")}</Text>
      <Autocomplete
        label={t("supervise.takeOver.number")}
        data-autofocus
        inputMode="tel"
        placeholder="+14155550123"
        data={known.map((each) => each.number)}
        renderOption={({ option }) => `${known.find((each) => each.number === option.value)?.label ?? ""} ${option.value}`.trim()}
        error={number.trim() !== "" && !isNumber ? t("supervise.takeOver.numberInvalid") : undefined}
        value={number}
        onChange={setNumber}
        comboboxProps={{ withinPortal: true }}
      />
      <Textarea
        label={t("supervise.takeOver.message")}
        description={t("supervise.takeOver.messageHint")}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1_000}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

interface KnownNumber {
  number: string;
  label: string;
}

/** The numbers of the assistant's own transfer tools. */
function useDestinations({ assistant }: Pick<Call, "assistant">): KnownNumber[] {
  const { tools = [], toolIds = [] } = (assistant?.model ?? {}) as { tools?: object[]; toolIds?: string[] };
  const stored = useReferred(referenceTo("tools"), toolIds);
  const found = [...tools, ...stored.values()].flatMap((tool) => numbersOf(tool as Partial<ResourceEntity>));
  return [...new Map(found.map((each) => [each.number, each])).values()];
}

function numbersOf({ type, destinations }: Partial<ResourceEntity>): KnownNumber[] {
  if (type !== "transferCall" || !Array.isArray(destinations)) return [];
  return (destinations as { number?: unknown; description?: unknown }[]).flatMap(({ number, description }) =>
    typeof number === "string" ? [{ number, label: typeof description === "string" ? description : "" }] : [],
  );
}
