import { useTranslation } from "react-i18next";
import { FieldList } from "../../../resource/form/FieldList.tsx";
import { Section } from "../../../resource/form/Section.tsx";
import { useFieldSupport } from "../../../resource/use-field-support.ts";
import { CONTRACT, fieldsAt, writePath } from "./config-path.ts";
import type { EditorFields } from "./editor-fields.ts";

const PLAN = "compliancePlan";
/** The switches of the section are the rest of the plan. */
const DETAILS = new Set(["securityFilterPlan", "redactionPlan", "recordingConsentPlan"]);

/** The filters, kinds and texts of the compliance plan. */
export function ComplianceFields(fields: EditorFields) {
  const { t } = useTranslation();
  const { config, edit, problems } = fields;
  const support = useFieldSupport({ name: "Assistant" });
  const plan = config.compliancePlan ?? {};
  return (
    <div data-path={PLAN}>
      <Section
        title={t("advanced.complianceDetails")}
        hasProblem={problems.some(({ path }) => path.startsWith(`${PLAN}.`))}
        startsOpen={false}
      >
        <FieldList
          root={CONTRACT}
          path={[PLAN]}
          fields={fieldsAt({ [PLAN]: plan }, PLAN).filter(({ name }) => DETAILS.has(name))}
          value={plan}
          onChange={(name, value) => edit((current) => writePath(current, `${PLAN}.${name}`, value))}
          problems={problems}
          support={support}
        />
      </Section>
    </div>
  );
}
