import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";

/** In place of those in `.env`. The address is one of those for documents, and stands for the one that the internet knows. */
const VARIABLES: Readonly<Record<string, string>> = {
  CALLWRIGHT_HOST: "voice.localhost",
  PUBLIC_IP: "203.0.113.7",
  SECRET: "a secret of the walk, of at least 32 characters",
  TURN_SECRET: "a secret of the TURN server",
};

/** What compose.single.yaml starts, with its variables filled in, and what the Dockerfile's image adds, for `compose.mjs`. */
export function composeFile(root: string): string {
  const read = (name: string) => readFileSync(path.join(root, name), "utf8");
  const text = read("compose.single.yaml").replace(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name: string) => VARIABLES[name] ?? "");
  const dockerfile = read("Dockerfile");
  const [, environment = ""] = /^ENV (.+)$/m.exec(dockerfile) ?? [];
  const [, command = "[]"] = /^CMD (.+)$/m.exec(dockerfile) ?? [];
  const image = {
    environment: Object.fromEntries(environment.split(" ").map((each) => each.split("="))),
    command: JSON.parse(command) as string[],
  };
  const { services } = parse(text) as { services: object };
  return JSON.stringify({ services, image, host: VARIABLES.CALLWRIGHT_HOST, address: VARIABLES.PUBLIC_IP });
}
