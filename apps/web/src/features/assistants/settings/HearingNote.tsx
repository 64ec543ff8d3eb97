import type { LocalRecognizer } from "@callwright/contract";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { isInstalled } from "../../../resource/local-speech/local-speech.ts";
import type { hearingOf } from "./hearing-of.ts";

interface Props {
  /** What the chosen transcriber uses, unless that is a recognizer that can be installed. */
  hearing: ReturnType<typeof hearingOf> | undefined;
  /** The chosen one. */
  recognizer: LocalRecognizer | undefined;
  /** All that the server can have. */
  recognizers: readonly LocalRecognizer[];
}

/** Where the caller's sound goes, and where further recognizers are. */
export function HearingNote({ hearing, recognizer, recognizers }: Props) {
  const { t } = useTranslation();
  const isMissing = recognizer !== undefined && !isInstalled(recognizer);
  const name = recognizer?.name ?? "";
  return (
    <>
      {hearing && t(`editor.hearing.${hearing}`)}
      {recognizer && t(isMissing ? "editor.hearing.notInstalled" : "editor.hearing.recognizer", { name })}
      {!recognizers.every(isInstalled) && (
        <>
          {" "}
          <Link to="/voices" search={{ view: "local" }}>
            {t(isMissing ? "editor.hearing.install" : "editor.hearing.more")}
          </Link>
        </>
      )}
    </>
  );
}
