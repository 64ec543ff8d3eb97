import { Portal } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./files.module.css";

/** The whole page takes files that are dragged onto it, and says so while they are held over it. */
export function DropArea({ onDrop }: { onDrop: (files: readonly File[]) => void }) {
  const { t } = useTranslation();
  const [isHeldOver, setHeldOver] = useState(false);
  useEffect(() => {
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setHeldOver(true);
    };
    const leave = (event: DragEvent) => {
      // Out of the window, not into another element.
      if (event.relatedTarget === null) setHeldOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setHeldOver(false);
      onDrop([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener("dragover", over);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
    };
  });
  if (!isHeldOver) return null;
  return (
    <Portal>
      <div className={classes.drop}>{t("files.drop")}</div>
    </Portal>
  );
}
