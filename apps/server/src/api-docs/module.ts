import { defineModule } from "../platform/modules/module.ts";
import { openApiRoutes } from "./openapi/openapi-routes.ts";
import { referenceRoutes } from "./reference/reference-routes.ts";

export const apiDocs = defineModule({
  name: "api-docs",
  routes(app, { platform }) {
    openApiRoutes(app);
    referenceRoutes(app, platform.webFolder);
  },
});
