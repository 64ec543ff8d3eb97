import { NAME_MAX_CHARACTERS, type StructuredOutput } from "@callwright/contract";
import { NativeSelect, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import { AddButton } from "../../../kit/AddButton.tsx";
import { FormDialog } from "../../../kit/FormDialog.tsx";
import type { FieldProps } from "../../../resource/form/field-props.ts";
import { ReferenceField } from "../../../resource/form/ReferenceField.tsx";
import { referenceTo } from "../../../resource/form/references.ts";
import { choicesQuery } from "../../../resource/resource-queries.ts";
import { useCreateEntity } from "../../../resource/use-create-entity.ts";
import { useMay } from "../../../resource/use-may.ts";

const REFERENCE = referenceTo("structured-outputs");
const OUTPUTS = { path: "structured-outputs", name: "StructuredOutput", texts: "structuredOutputs" } as const;
const route = getRouteApi("/shell/assistants/$id");

/** The structured outputs of the assistant: those of its draft, and those that name it on their own pages. A new one is made here. */
export function OutputsField(field: FieldProps) {
  const { t } = useTranslation();
  const { id: assistantId } = route.useParams();
  const [isCreating, create] = useDisclosure();
  const may = useMay(OUTPUTS);
  const { data } = useQuery({ ...choicesQuery(useClient(), OUTPUTS), enabled: may("list") });
  const chosen = [field.value].flat().filter((id): id is string => typeof id === "string");
  const linked = (data?.results ?? []).filter(
    (output) => (output as unknown as StructuredOutput).assistantIds?.includes(assistantId) && !chosen.includes(output.id),
  );
  return (
    <>
      <ReferenceField {...field} to={REFERENCE} isList />
      {linked.length > 0 && (
        <Text size="sm" c="dimmed">
          {t("analysis.linkedOutputs")}{" "}
          {linked.map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 && ", "}
              <Link to="/$resource/$id" params={{ resource: OUTPUTS.path, id }}>
                {String(name)}
              </Link>
            </span>
          ))}
        </Text>
      )}
      {may("create") && <AddButton onClick={create.open}>{t("analysis.createOutput")}</AddButton>}
      {isCreating && (
        <CreateOutput
          onClose={create.close}
          onCreated={(id) => {
            create.close();
            field.onChange([...chosen, id]);
          }}
        />
      )}
    </>
  );
}

const TYPES = ["string", "number", "boolean"] as const;

/** A value to extract from calls, in words. Its page has the rest. */
function CreateOutput({ onClose, onCreated }: { onClose: () => void; onCreated: (id: string) => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState("");
  const [what, setWhat] = useState("");
  const [type, setType] = useState<string>(TYPES[0]);
  const creation = useCreateEntity(OUTPUTS, ({ id }) => onCreated(id));
  return (
    <FormDialog
      title={t("analysis.createOutput")}
      action={t("resource.create", { one: t("structuredOutputs.one") })}
      isReady={name.trim() !== ""}
      isPending={creation.isPending}
      failure={creation.error?.message}
      onSubmit={() =>
        creation.mutate({ name: name.trim(), type: "ai", schema: { type, ...(what.trim() && { description: what.trim() }) } })
      }
      onClose={onClose}
    >
      <TextInput
        label={t("analysis.outputName")}
        maxLength={NAME_MAX_CHARACTERS}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={t("analysis.outputWhat")}
        placeholder={t("analysis.outputExample")}
        value={what}
        onChange={(event) => setWhat(event.currentTarget.value)}
      />
      <NativeSelect
        label={t("analysis.outputType")}
        data={TYPES.map((each) => ({ value: each, label: t(`analysis.outputTypes.${each}`) }))}
        value={type}
        onChange={(event) => setType(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
