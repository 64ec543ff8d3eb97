import { useTranslation } from "react-i18next";
import { TemplateMenu } from "../../resource/list/TemplateMenu.tsx";
import { SQUAD_TEMPLATES } from "./squad-templates.ts";

const SQUAD = { name: "Squad", path: "squads", texts: "squads" } as const;

/** Squads to start from. */
export function SquadTemplates() {
  const { t } = useTranslation();
  const { triage } = SQUAD_TEMPLATES;
  const templates = [{ name: t("squads.templates.triageName"), about: t("squads.templates.triage"), body: triage }];
  return <TemplateMenu resource={SQUAD} templates={templates} />;
}
