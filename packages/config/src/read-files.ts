import { type Fields, inTodaysNames, isFields, type Warning } from "@callwright/contract";
import { type ConfigText, type Problem, parseConfigText } from "./config-text.ts";
import { FOLDERS, type Folder, isFolder, KINDS } from "./kinds.ts";
import { mergeOverlay } from "./overlay.ts";
import { GALLERY_KEYS } from "./references.ts";
import { isSlug, slugify, takeSlug } from "./slug.ts";
import { describePath, type Path, valueAt } from "./values.ts";

/** Files by their path, with slashes, below the configuration's folder. */
export type FileTree = ReadonlyMap<string, Uint8Array>;

/** A resource as the files have it. References are slugs or ids, secrets are names of variables. */
export interface Desired {
  folder: Folder;
  slug: string;
  /** `assistants/riley`, and `test-suites/smoke/asks-for-ada` for a test. */
  key: string;
  /** The suite of a test. */
  parent?: string;
  value: Fields;
  base?: ConfigText;
  overlay?: ConfigText;
  /** Warnings about older field names in the file. `value` has the current names. */
  older: { warnings: readonly Warning[]; problems: readonly string[] };
  /** Position of its value in the file. Only tests are nested in another resource. */
  at: Path;
  /** The content of a file, and its path. */
  content?: Uint8Array;
  contentFile?: string;
}

export interface ReadFiles {
  resources: Desired[];
  problems: Problem[];
}

const PATH = /^(?:environments\/(?<environment>[^/]+)\/)?(?<folder>[^/]+)\/(?<slug>[^/]+)\.ya?ml$/;
const PLACES = FOLDERS.filter(isFolder).join(", ");
/** `sample-2` before `sample-10`. */
const byNumber = new Intl.Collator("en", { numeric: true });
const decoder = new TextDecoder("utf-8", { fatal: true });

type Pieces = Pick<Desired, "folder" | "slug" | "base" | "overlay">;

/** Reads the files of an environment. A YAML file without a resource is a mistake. Unchanged texts of `before` are not parsed again. */
export function readFiles(files: FileTree, environment?: string, before?: ReadFiles): ReadFiles {
  const parse = parserAfter(before);
  const problems: Problem[] = [];
  const pieces = new Map<string, Pieces>();
  const unread: string[] = [];
  for (const [file, bytes] of [...files].sort(([a], [b]) => byNumber.compare(a, b))) {
    const { environment: of, folder, slug } = PATH.exec(file)?.groups ?? {};
    if (of !== undefined && of !== environment) continue;
    if (folder === undefined || slug === undefined || !isFolder(folder)) {
      if (/\.ya?ml$/.test(file)) unread.push(file);
      continue;
    }
    // A YAML file can be the content of a file, too.
    if (folder === "files" && isContent(files, file)) continue;
    if (!isSlug(slug)) {
      problems.push({
        file,
        message: `is not a valid name: use lower-case letters, digits and hyphens, such as ${slugify(slug, "name")}.yaml`,
      });
      continue;
    }
    if (folder === "personalities" && GALLERY_KEYS.has(slug)) {
      problems.push({ file, message: `has the name of a caller of the gallery: rename it, such as ${slug}-2.yaml` });
      continue;
    }
    const text = decode(bytes);
    const parsed = text === undefined ? [{ file, message: "is not UTF-8 text" }] : parse(file, text);
    if (Array.isArray(parsed)) {
      problems.push(...parsed);
      continue;
    }
    if (of === undefined && Object.keys(parsed.value).length === 0) problems.push({ file, message: "is empty" });
    const key = `${folder}/${slug}`;
    const piece = pieces.get(key) ?? { folder, slug };
    const place = of === undefined ? "base" : "overlay";
    if (piece[place]) problems.push({ file, message: `and ${piece[place].file} have the same name` });
    pieces.set(key, { ...piece, [place]: parsed });
  }
  const resources = [...pieces.values()].flatMap((piece) => resourcesOf(piece, files, problems));
  for (const file of unread)
    if (!resources.some(({ contentFile }) => contentFile === file))
      problems.push({ file, message: `describes nothing: a resource is a file in one of the folders ${PLACES}` });
  return { resources: resources.sort((a, b) => FOLDERS.indexOf(a.folder) - FOLDERS.indexOf(b.folder)), problems };
}

function parserAfter({ resources }: Pick<ReadFiles, "resources"> = { resources: [] }): typeof parseConfigText {
  const texts = resources.flatMap(({ base, overlay }) => [base, overlay]).filter((text) => text !== undefined);
  const parsed = new Map(texts.map((text) => [text.file, text]));
  return (file, text) => {
    const known = parsed.get(file);
    return known?.text === text ? known : parseConfigText(file, text);
  };
}

/** Is it named as the content of another file? */
function isContent(files: FileTree, file: string): boolean {
  const slug = /^files\/([^/.]+)\.content\.ya?ml$/.exec(file)?.[1];
  return slug !== undefined && files.has(`files/${slug}.yaml`);
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function resourcesOf({ folder, slug, base, overlay }: Pieces, files: FileTree, problems: Problem[]): Desired[] {
  const value = mergeOverlay(base?.value ?? {}, overlay?.value ?? {});
  const desired: Desired = {
    folder,
    slug,
    key: `${folder}/${slug}`,
    ...read(folder, value),
    at: [],
    ...(base && { base }),
    ...(overlay && { overlay }),
  };
  if (folder === "files") return [withContent(desired, files, problems)];
  if (folder !== "test-suites") return [desired];
  const { tests = [], ...suite } = value;
  if (!Array.isArray(tests) || !tests.every(isFields)) {
    problems.push(problemAt(desired, ["tests"], "must be a list of tests"));
    return [];
  }
  const taken = new Set<string>();
  const inside = tests.map((test: Fields, index): Desired => {
    const own = takeSlug(slugify(String(KINDS.tests.nameOf(test) ?? ""), "test"), taken);
    const place = {
      folder: "tests",
      slug: own,
      key: `${desired.key}/${own}`,
      parent: desired.key,
      at: ["tests", index],
    } as const;
    return { ...desired, ...place, ...read("tests", test) };
  });
  return [{ ...desired, ...read(folder, suite) }, ...inside];
}

/** Moves fields of a file to the names under which a server would read them. */
function read(folder: Folder, written: Fields): Pick<Desired, "value" | "older"> {
  const { value, ...older } = inTodaysNames(KINDS[folder].schema, written);
  return { value: value as Fields, older };
}

function withContent(desired: Desired, files: FileTree, problems: Problem[]): Desired {
  const { content } = desired.value;
  if (typeof content !== "string") return desired;
  const folder = (desired.overlay && valueAt(desired.overlay.value, ["content"]) !== undefined ? desired.overlay : desired.base)
    ?.file;
  const path = `${folder?.replace(/[^/]*$/, "")}${content}`;
  const bytes = files.get(path);
  if (bytes) return { ...desired, content: bytes, contentFile: path };
  problems.push(problemAt(desired, ["content"], `there is no file ${path}`));
  return desired;
}

/** A problem with a field of a resource, at the file that sets it. */
export function problemAt(desired: Desired, path: Path, message: string): Problem {
  const whole = [...desired.at, ...path];
  const isIn = (text: ConfigText | undefined) => text !== undefined && valueAt(text.value, whole) !== undefined;
  const place = isIn(desired.overlay) || !desired.base ? desired.overlay : desired.base;
  const field = describePath(whole);
  return { file: place?.file ?? desired.key, line: place?.lineOf(whole), field: field === "" ? undefined : field, message };
}
