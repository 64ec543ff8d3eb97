import { defineNoun } from "../wire/noun.ts";

export const handsetNoun = defineNoun({
  thing: "Handset",
  plural: "Handset",
  label: "Handset",
  changes: [],
  addresses: {
    listHandsetCalls: "GET /phone-number/handset/call own",
    dialFromHandset: "POST /phone-number/handset/dial own",
    answerOnHandset: "POST /call/{id}/handset/answer own",
    refuseOnHandset: "POST /call/{id}/handset/refuse void own",
    hangUpHandset: "POST /call/{id}/handset/hang-up void own",
  },
});
