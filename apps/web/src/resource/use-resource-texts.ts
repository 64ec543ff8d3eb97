import { NOUNS } from "@callwright/contract";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { humanName } from "../kit/field-names.ts";
import type { Resource, ResourceTexts } from "./resource.ts";
import { nameOfEntity, type ResourceEntity } from "./resource-entity.ts";

/** The texts of a resource: its group of the message catalog, or plain texts with its name in the contract. */
export function textsOf({ name, texts }: Pick<Resource, "name" | "texts">, t: TFunction): ResourceTexts {
  if (texts) return t(texts, { returnObjects: true }) as ResourceTexts;
  const one = NOUNS.find(({ thing }) => thing === name)?.label ?? name;
  const many = `${one}s`;
  return {
    title: many.charAt(0).toUpperCase() + many.slice(1),
    one,
    many,
    what: t("resource.plain.what", { many }),
    unnamed: t("resource.plain.unnamed", { one }),
    deleteLoss: t("resource.plain.deleteLoss"),
  };
}

/** The same object until the language changes. */
export function useResourceTexts(resource: Pick<Resource, "name" | "texts" | "nameOf">) {
  const { t } = useTranslation();
  return useMemo(() => {
    const texts = textsOf(resource, t);
    return {
      ...texts,
      /** Nouns for generic sentences. */
      nouns: { one: texts.one, many: texts.many },
      nameOf: (entity: ResourceEntity): string => resource.nameOf?.(entity) ?? nameOfEntity(entity) ?? texts.unnamed,
      column: (id: string): string => texts.columns?.[id] ?? humanName(id),
      tab: (id: string): string => texts.tabs?.[id] ?? humanName(id),
    };
  }, [resource, t]);
}

export type UsedTexts = ReturnType<typeof useResourceTexts>;
