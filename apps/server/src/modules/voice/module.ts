import { defineModule } from "../../platform/modules/module.ts";
import { voiceLibraryRoutes } from "./library/routes.ts";
import { voicesFunctions } from "./live.ts";
import { localSpeechRoutes } from "./local-speech/routes.ts";

export const voice = defineModule({
  name: "voice",
  routes: (app, { platform }) => {
    voiceLibraryRoutes(app, platform);
    localSpeechRoutes(app, platform);
  },
  live: ({ platform }) => voicesFunctions(platform),
});
