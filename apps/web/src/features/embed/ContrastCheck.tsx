import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { contrastOf, LEAST_TEXT_CONTRAST } from "./contrast.ts";
import classes from "./embed.module.css";
import { type ChosenOptions, defaultValue } from "./embed-options.ts";
import { readColor } from "./read-color.ts";

/** Checks the contrast of the button's colors. The panel picks its own text color. */
export function ContrastCheck({ options }: { options: ChosenOptions }) {
  const { t } = useTranslation();
  const color = (name: "ctaButtonColor" | "ctaButtonTextColor") => readColor(String(options[name] ?? defaultValue(name)));
  const text = color("ctaButtonTextColor");
  const ground = color("ctaButtonColor");
  const contrast = text && ground && contrastOf(text, ground);
  const isEnough = contrast !== undefined && contrast >= LEAST_TEXT_CONTRAST;
  const Icon = isEnough ? IconCheck : IconAlertTriangle;
  return (
    <p role="status" className={classes.contrast} data-enough={isEnough}>
      <Icon size={15} aria-hidden="true" />
      {contrast === undefined
        ? t("embed.noColor")
        : t(isEnough ? "embed.contrastEnough" : "embed.contrastLow", {
            contrast: contrast.toFixed(1),
            least: String(LEAST_TEXT_CONTRAST),
          })}
    </p>
  );
}
