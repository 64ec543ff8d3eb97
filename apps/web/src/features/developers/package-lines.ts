import type { OfferedPackage } from "@callwright/contract";

/** How a package comes into an app or a page. */
export const INSTALL_WAYS = ["npm", "script", "import-map"] as const;
export type InstallWay = (typeof INSTALL_WAYS)[number];

/** A program has no modules: it is installed with npm only. */
export function waysOf({ modules }: Pick<OfferedPackage, "modules">): readonly InstallWay[] {
  return Object.keys(modules).length > 0 ? INSTALL_WAYS : ["npm"];
}

const isProgram = (offered: OfferedPackage) => waysOf(offered).length === 1;

/** A few lines that use a package. */
interface Sample {
  /** What its module gives. Absent: the module does all by being loaded, or it is a program. */
  imports?: string;
  use: (origin: string, publicToken: string) => readonly string[];
}

const SAMPLES: Readonly<Record<string, Sample>> = {
  "@callwright/call": {
    imports: "CallwrightCall",
    use: (origin, token) => [
      `const call = new CallwrightCall("${token}", "${origin}");`,
      'await call.start("YOUR_ASSISTANT_ID");',
    ],
  },
  "@callwright/vapi-web": {
    imports: "Vapi",
    use: (origin, token) => [`const vapi = new Vapi("${token}", "${origin}");`, 'vapi.start("YOUR_ASSISTANT_ID");'],
  },
  "@callwright/client": {
    imports: "{ createClient }",
    use: (origin) => [
      `const client = createClient({ baseUrl: "${origin}", token: "YOUR_PRIVATE_TOKEN" });`,
      "const assistants = await client.assistants.list();",
    ],
  },
  "@callwright/widget": {
    use: (origin, token) => [
      'const widget = document.createElement("callwright-widget");',
      `Object.assign(widget, { apiUrl: "${origin}", publicKey: "${token}", assistantId: "YOUR_ASSISTANT_ID" });`,
      "document.body.append(widget);",
    ],
  },
  "@callwright/cli": { use: (origin) => [`callwright login --server ${origin}`, "callwright api GET /assistant"] },
};

const importOf = (name: string, from: string): string => {
  const imports = SAMPLES[name]?.imports;
  return imports === undefined ? `import "${from}";` : `import ${imports} from "${from}";`;
};

/** The line to type or to put into a page. */
export function lineOf(offered: OfferedPackage, way: InstallWay): string {
  const { name, address, modules } = offered;
  if (way === "npm") return `npm install ${isProgram(offered) ? "--global " : ""}${address}`;
  if (way === "import-map") return `<script type="importmap">${JSON.stringify({ imports: modules })}</script>`;
  const module = modules[name] ?? "";
  if (SAMPLES[name]?.imports === undefined) return `<script type="module" src="${module}"></script>`;
  return `<script type="module">${importOf(name, module)}</script>`;
}

/** A few lines that use the package, with the import that the line does not have yet. Empty for a package without a sample. */
export function sampleOf(offered: OfferedPackage, way: InstallWay, publicToken = "YOUR_PUBLIC_TOKEN"): string {
  const { name, address } = offered;
  const sample = SAMPLES[name];
  if (!sample) return "";
  const lines = sample.use(new URL(address).origin, publicToken);
  return (isProgram(offered) || way === "script" ? lines : [importOf(name, name), "", ...lines]).join("\n");
}
