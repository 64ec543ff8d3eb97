import { z } from "zod";
import { ServiceRefusal } from "../outgoing/connected/service-api.ts";
import { defineAction, text } from "./service-action.ts";

/** Slack's error codes in words. */
const REASONS: Readonly<Record<string, string>> = {
  channel_not_found: "there is no such channel, or it is private and the app is not in it",
  not_in_channel: "the app is not in this channel: invite it there",
  is_archived: "the channel is archived",
  msg_too_long: "the message is too long",
  no_text: "the message is empty",
  missing_scope: "the app lacks a permission: connect Slack again",
  restricted_action: "the workspace does not allow the app to post there",
};

/** By docs.slack.dev/reference/methods/chat.postMessage, November 2026. */
export const sendSlackMessage = defineAction({
  name: "Slack",
  providers: ["slack.oauth2-authorization"],
  args: z.object({
    channel: text("The channel: its name, like #support, or its id"),
    message: text("The text of the message", 4000),
  }),
  run: async ({ channel, message }, api) => {
    try {
      await api.ask({
        method: "POST",
        url: "https://slack.com/api/chat.postMessage",
        body: { channel, text: escaped(message), unfurl_links: false, unfurl_media: false },
        isRepeatable: false,
      });
    } catch (error) {
      const reason = error instanceof ServiceRefusal ? REASONS[error.code] : undefined;
      if (!(error instanceof ServiceRefusal) || reason === undefined) throw error;
      throw new ServiceRefusal(
        error.status,
        error.code,
        error.fields,
        `Slack did not send the message to ${channel}: ${reason}.`,
      );
    }
    return `The message was sent to ${channel} in Slack.`;
  },
});

/** A caller's words must not mention everybody, nor hide an address behind a name (docs.slack.dev/messaging/formatting-message-text). */
function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
