import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import css from "./handset.module.css";

const KEYS = [..."123456789*0#"];
const SHOWN_MAX = 20;

/** The keys of a telephone, and what was pressed. */
export function Keypad({ isEnabled, onPress }: { isEnabled: boolean; onPress: (key: string) => void }) {
  const { t } = useTranslation();
  const [pressed, setPressed] = useState("");
  return (
    <fieldset className={css.keypad} disabled={!isEnabled}>
      <legend className={css.dim}>{t("handset.keypad")}</legend>
      <output className={`mono ${css.pressed}`}>{pressed || " "}</output>
      {KEYS.map((key) => (
        <Button
          key={key}
          className="mono"
          onClick={() => {
            onPress(key);
            setPressed((before) => (before + key).slice(-SHOWN_MAX));
          }}
        >
          {key}
        </Button>
      ))}
    </fieldset>
  );
}
