/** Names of models end some day, so they belong in the catalog, where each has its date. Code contains at most families of names. */
import { isCode } from "./listing.mjs";

const ROWS = /^packages\/contract\/src\/catalog\/(?:model|voice|transcriber)-rows\.ts$/;
const PROVIDERS = "packages/engine/src/providers";
const EXEMPT = new Set([
  // Bedrock's ids of models, where they do not follow from the names.
  `${PROVIDERS}/anthropic-bedrock/model.ts`,
  // Names that other servers with OpenAI's endpoints accept, whatever model they run.
  `${PROVIDERS}/hosted-transcriber/services/custom-transcriber.ts`,
  `${PROVIDERS}/hosted-voice/services/custom-voice.ts`,
]);
const isChecked = (file) =>
  isCode(file) &&
  /^(?:apps|packages)\/[^/]+\/src\//.test(file) &&
  !/\.test\.|\/testing\/|^packages\/contract\/src\/catalog\//.test(file) &&
  !EXEMPT.has(file);
/** Words without a digit name other things, too. */
const isTelling = (name) => /\d/.test(name);

export function checkCatalog(files, read) {
  const rows = files
    .filter((file) => ROWS.test(file))
    .map(read)
    .join("\n");
  const names = new Set([...rows.matchAll(/^\s*\[?\s*"([^"]+)"/gm)].map(([, name]) => name).filter(isTelling));
  return files
    .filter(isChecked)
    .flatMap((file) =>
      [...read(file).matchAll(/"([^"\n]{3,80})"/g)]
        .filter(([, literal]) => names.has(literal))
        .map(([, literal]) => `${file}: '${literal}' is a name of the catalog. Read it from there.`),
    );
}
