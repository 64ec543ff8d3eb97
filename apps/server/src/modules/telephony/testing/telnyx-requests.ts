/**
 * The fields of Telnyx' requests, with their values where only some are allowed: the types of Telnyx' official client, `telnyx` 7.24.0 of npm
 * (resources/calls, call-control-applications, phone-numbers), read on 2026-11-29.
 */
const SHARED = "client_state command_id";
const RECORD =
  "record record_channels record_custom_file_name record_format record_max_length record_timeout_secs record_track record_trim";
const WEBHOOK = "webhook_url webhook_url_method webhook_urls webhook_urls_method webhook_retries_policies";
const SPOKEN = "assistant billing_group_id conversation_relay_config custom_headers deepfake_detection preferred_codecs";
/** The stream fields of `answer`. */
const STREAM =
  "stream_url stream_track stream_codec stream_bidirectional_mode stream_bidirectional_codec stream_bidirectional_target_legs";
/** Further fields of `streaming_start` and a new call. */
const STREAM_ORDER = `${STREAM} stream_auth_token stream_bidirectional_sampling_rate`;
const APPLICATION =
  "application_name webhook_event_url active anchorsite_override call_cost_in_webhooks dtmf_type first_command_timeout first_command_timeout_secs inbound outbound redact_dtmf_debug_logging webhook_api_version webhook_event_failover_url webhook_timeout_secs";

interface RequestFields {
  allowed: string;
  required?: string;
}

const REQUESTS: Readonly<Record<string, RequestFields>> = {
  answer: {
    allowed: `${SHARED} ${RECORD} ${WEBHOOK} ${SPOKEN} ${STREAM} send_silence_when_idle sip_headers sound_modifications transcription transcription_config`,
  },
  streaming_start: { allowed: `${SHARED} ${STREAM_ORDER} custom_parameters dialogflow_config enable_dialogflow` },
  hangup: { allowed: `${SHARED} custom_headers` },
  reject: { allowed: `${SHARED} cause`, required: "cause" },
  refer: {
    allowed: `${SHARED} sip_address custom_headers sip_auth_password sip_auth_username sip_headers`,
    required: "sip_address",
  },
  dial: {
    allowed:
      `${SHARED} ${RECORD} ${WEBHOOK} ${SPOKEN} ${STREAM_ORDER} connection_id from to answering_machine_detection answering_machine_detection_config ` +
      "audio_url bridge_intent bridge_on_answer conference_config dialogflow_config diversion enable_dialogflow from_display_name link_to media_encryption " +
      "media_name park_after_unbridge prevent_double_bridge privacy retry_on_timeout route_to_mobile send_digits_on_answer send_silence_when_idle " +
      "sip_auth_password sip_auth_username sip_headers sip_region sip_transport_protocol sound_modifications stream_establish_before_call_originate " +
      "supervise_call_control_id supervisor_role time_limit_secs timeout_secs transcription transcription_config",
    required: "connection_id from to",
  },
  "create application": { allowed: APPLICATION, required: "application_name webhook_event_url" },
  "update application": { allowed: `${APPLICATION} tags`, required: "application_name webhook_event_url" },
  "update number": {
    allowed: "address_id billing_group_id connection_id customer_reference external_pin hd_voice_enabled tags",
  },
};

const CODECS = ["PCMU", "PCMA", "G722", "OPUS", "AMR-WB", "L16"];
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  stream_track: ["inbound_track", "outbound_track", "both_tracks"],
  stream_codec: [...CODECS, "default"],
  stream_bidirectional_mode: ["mp3", "rtp"],
  stream_bidirectional_codec: CODECS,
  stream_bidirectional_sampling_rate: [8_000, 16_000, 22_050, 24_000, 48_000],
  stream_bidirectional_target_legs: ["both", "self", "opposite"],
  webhook_url_method: ["POST", "GET"],
  webhook_api_version: ["1", "2"],
  cause: ["CALL_REJECTED", "USER_BUSY"],
  answering_machine_detection: ["premium", "detect", "detect_beep", "detect_words", "greeting_end", "disabled"],
};

/** Why Telnyx refuses the body of a request; undefined when it takes it. */
export function telnyxRefusal(name: string, body: Readonly<Record<string, unknown>>): string | undefined {
  const { allowed = "", required = "" } = REQUESTS[name] ?? {};
  const names = new Set(allowed.split(" "));
  for (const [field, value] of Object.entries(body)) {
    if (!names.has(field)) return `The parameter ${field} is not known.`;
    if (VALUES[field]?.includes(value) === false) return `The value of ${field} is invalid.`;
  }
  const missing = required.split(" ").find((field) => field !== "" && body[field] === undefined);
  return missing && `The parameter ${missing} is required.`;
}
