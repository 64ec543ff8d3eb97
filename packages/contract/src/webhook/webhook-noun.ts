import { defineNoun } from "../wire/noun.ts";

export const webhookNoun = defineNoun({
  thing: "WebhookDelivery",
  plural: "WebhookDeliveries",
  label: "server message",
  changes: ["webhook-delivery"],
  addresses: {
    listWebhookDeliveries: "GET /webhook-delivery own",
    getWebhookDelivery: "GET /webhook-delivery/{id} own",
    resendWebhookDelivery: "POST /webhook-delivery/{id}/resend own",
    sendWebhookSample: "POST /webhook-delivery/sample own",
  },
});
