import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { contrastOf, LEAST_TEXT_CONTRAST } from "./contrast.ts";
import classes from "./embed.module.css";
import { type ChosenOptions, defaultValue } from "./embed-options.ts";
import { readColour } from "./read-colour.ts";

/** Can everyone read the button in the colours that were chosen? The panel's text finds a colour of its own on every background. */
export function ContrastCheck({ options }: { options: ChosenOptions }) {
  const { t } = useTranslation();
  const colour = (name: "ctaButtonColor" | "ctaButtonTextColor") => readColour(String(options[name] ?? defaultValue(name)));
  const text = colour("ctaButtonTextColor");
  const ground = colour("ctaButtonColor");
  const contrast = text && ground && contrastOf(text, ground);
  const isEnough = contrast !== undefined && contrast >= LEAST_TEXT_CONTRAST;
  const Icon = isEnough ? IconCheck : IconAlertTriangle;
  return (
    <p role="status" className={classes.contrast} data-enough={isEnough}>
      <Icon size={15} aria-hidden="true" />
      {contrast === undefined
        ? t("embed.noColour")
        : t(isEnough ? "embed.contrastEnough" : "embed.contrastLow", {
            contrast: contrast.toFixed(1),
            least: String(LEAST_TEXT_CONTRAST),
          })}
    </p>
  );
}
