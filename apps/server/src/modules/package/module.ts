import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageRoutes } from "@callwright/contract";
import { PACKAGES_PATH } from "../../platform/http/own-paths.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import { serveForEveryOrigin, unchangingFiles } from "../../platform/http/static-files.ts";
import { defineModule, given } from "../../platform/modules/module.ts";
import { keepPackages } from "./offered-packages.ts";

/** The built packages, seen from `src/modules/package` and from `dist/modules/package`. */
const BUILT = fileURLToPath(new URL("../../../../../dist/packages", import.meta.url));

export const packages = defineModule({
  name: "package",
  options: given<{ /** Folder of the built packages. Default: this repository's. */ packagesFolder?: string }>(),
  open: async ({ platform: { config }, options: { packagesFolder = BUILT } }) => {
    const kept = join(config.dataDir, "packages");
    const offered = await keepPackages({ built: packagesFolder, kept });
    return { service: { offered, files: await unchangingFiles(kept, PACKAGES_PATH) } };
  },
  routes: (app, { platform, service: { offered, files } }) => {
    registerRoutes(app, platform, packageRoutes, {
      listPackages: async ({ origin }) => {
        const addressOf = (path: string) => `${origin}${PACKAGES_PATH}/${path}`;
        return offered.map(({ file, modules, ...about }) => ({
          ...about,
          address: addressOf(file),
          modules: Object.fromEntries(Object.entries(modules).map(([name, path]) => [name, addressOf(path)])),
        }));
      },
    });
    app.get(
      `${PACKAGES_PATH}/*`,
      serveForEveryOrigin(files, "This build of a package (GET /packages lists the current ones) was"),
    );
  },
});
