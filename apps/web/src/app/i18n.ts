import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { messages } from "./messages/messages.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: { translation: typeof messages };
  }
}

/** Sets the catalogue up before the first render; nothing is fetched. */
export async function startI18n(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: "en",
    // The library advertises its makers in the console otherwise.
    showSupportNotice: false,
    resources: { en: { translation: messages } },
    interpolation: { escapeValue: false },
  });
}
