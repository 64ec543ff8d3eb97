import { FILE_PURPOSES, type StoredFile } from "@callwright/contract";
import { Alert, Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Fact } from "../../kit/Fact.tsx";
import { Instant } from "../../kit/Instant.tsx";
import { AskBox } from "./AskBox.tsx";
import { fileSize } from "./file-size.ts";
import classes from "./files.module.css";

/** What a file is, whether its text could be read, and where both are. */
export function FileTab({ entity }: { entity: unknown }) {
  const { t } = useTranslation();
  const file = entity as StoredFile;
  const { status, failure, url, parsedTextUrl, parsedTextBytes, passageCount, purpose, metadata } = file;
  const knownPurpose = FILE_PURPOSES.find((each) => each === purpose);
  const facts = [
    [t("files.facts.status"), t(`files.values.${status}`)],
    [t("files.facts.originalName"), file.originalName],
    [t("files.facts.kind"), file.mimetype],
    [t("files.facts.size"), fileSize(file.bytes)],
    ...(parsedTextBytes === undefined ? [] : [[t("files.facts.textSize"), fileSize(parsedTextBytes)]]),
    ...(passageCount === undefined ? [] : [[t("files.facts.passages"), passageCount.toLocaleString()]]),
    ...(purpose === undefined ? [] : [[t("files.facts.purpose"), knownPurpose ? t(`files.values.${knownPurpose}`) : purpose]]),
    ...(metadata === undefined ? [] : [[t("files.facts.metadata"), JSON.stringify(metadata)]]),
  ];
  return (
    <div className={classes.file}>
      {status === "failed" && failure && (
        <Alert color="red" variant="outline" py="xs" title={t("files.values.failed")}>
          {failure}
        </Alert>
      )}
      <Group gap="xs">
        {url && (
          <Button component="a" href={url} target="_blank" rel="noreferrer">
            {t("files.open")}
          </Button>
        )}
        {parsedTextUrl && (
          <Button component="a" href={parsedTextUrl} target="_blank" rel="noreferrer">
            {t("files.openText")}
          </Button>
        )}
      </Group>
      <dl className={classes.facts} aria-live="polite">
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        <Fact name={t("files.facts.uploaded")}>
          <Instant iso={file.createdAt} />
        </Fact>
      </dl>
      {status === "done" && <AskBox route="searchFile" id={file.id} />}
    </div>
  );
}
