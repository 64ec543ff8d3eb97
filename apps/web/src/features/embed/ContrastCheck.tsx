import { luminance } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { colourPairs, contrastOf, LEAST_TEXT_CONTRAST } from "./contrast.ts";
import classes from "./embed.module.css";
import type { ChosenOptions } from "./embed-options.ts";

/** Can everyone read it in the colours that were chosen? */
export function ContrastCheck({ options }: { options: ChosenOptions }) {
  const { t } = useTranslation();
  return (
    <ul className={classes.contrast} aria-label={t("embed.contrast")}>
      {colourPairs(options).map(({ name, text, ground }) => {
        const contrast = contrastOf(luminance(text), luminance(ground));
        const isEnough = contrast >= LEAST_TEXT_CONTRAST;
        const Icon = isEnough ? IconCheck : IconAlertTriangle;
        return (
          <li key={name} data-enough={isEnough}>
            <Icon size={15} aria-hidden="true" />
            {t(isEnough ? "embed.contrastEnough" : "embed.contrastLow", {
              what: t(`embed.pairs.${name}`),
              contrast: contrast.toFixed(1),
              least: String(LEAST_TEXT_CONTRAST),
            })}
          </li>
        );
      })}
    </ul>
  );
}
