import { useTranslation } from "react-i18next";
import { TemplateMenu } from "../../resource/list/TemplateMenu.tsx";
import { squadResource } from "./squad-resource.ts";
import { SQUAD_TEMPLATES } from "./squad-templates.ts";

/** Squads to start from. */
export function SquadTemplates() {
  const { t } = useTranslation();
  const { triage } = SQUAD_TEMPLATES;
  const templates = [{ name: t("squads.templates.triageName"), about: t("squads.templates.triage"), body: triage }];
  return <TemplateMenu resource={squadResource} templates={templates} />;
}
