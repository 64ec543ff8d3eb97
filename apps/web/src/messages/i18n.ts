import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { messages } from "./messages.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: { translation: typeof messages };
  }
}

/** Sets up the catalogue before the first render, without a request. A missing message is a bug: `report` gets it. */
export async function startI18n(report: (error: Error) => void = reportError): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: "en",
    // The library advertises its makers in the console otherwise.
    showSupportNotice: false,
    resources: { en: { translation: messages } },
    interpolation: { escapeValue: false },
    saveMissing: true,
    missingKeyHandler: (_languages, _namespace, key, _fallback, _isUpdate, { defaultValue, returnObjects }) => {
      // In a whole group, a name with a dot is looked up as a path first.
      if (defaultValue === undefined && !returnObjects) report(new Error(`The message catalogue has no ${key}.`));
    },
  });
}
