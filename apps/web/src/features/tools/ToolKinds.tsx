import type { ToolType } from "@callwright/contract";
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./tool-kinds.module.css";

const USUAL = ["function", "apiRequest", "mcp"] as const;

/** The three usual kinds of tools, each with what it is good for and one click to make one. */
export function ToolKinds({ onChoose }: { onChoose: (type: ToolType) => void }) {
  const { t } = useTranslation();
  return (
    <ul className={classes.kinds}>
      {USUAL.map((kind) => (
        <li key={kind} className={classes.kind}>
          <h2 className={classes.title}>{t(`toolKinds.${kind}.title`)}</h2>
          <p className={classes.what}>{t(`toolKinds.${kind}.what`)}</p>
          <Button size="compact-sm" onClick={() => onChoose(kind)}>
            {t(`toolKinds.${kind}.make`)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
