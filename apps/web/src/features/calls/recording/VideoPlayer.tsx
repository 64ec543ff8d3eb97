import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./video-player.module.css";

/** The video recording of a call. A signed URL that is only renewed does not interrupt it. */
export function VideoPlayer({ url }: { url: string }) {
  const { t } = useTranslation();
  const [firstUrl] = useState(url);
  return (
    <section className={classes.video}>
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript beside it has every word with its time. */}
      <video controls preload="metadata" crossOrigin="anonymous" aria-label={t("call.video")} src={firstUrl} />
    </section>
  );
}
