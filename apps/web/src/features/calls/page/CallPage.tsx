import type { Call, CallEvent } from "@callwright/contract";
import { Alert, Button, Tabs, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Suspense, useCallback, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../../data/realtime/realtime-context.tsx";
import { useClient, useServices } from "../../../data/services.tsx";
import { useMayEdit } from "../../../data/use-may-edit.ts";
import { useShownError } from "../../../data/use-shown-error.ts";
import { CopyId } from "../../../kit/CopyId.tsx";
import { late } from "../../../kit/late.tsx";
import { PageHeader } from "../../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../../kit/PageSkeleton.tsx";
import { PrivacyPill, privacyRule } from "../../../kit/PrivacyPill.tsx";
import { Scroller } from "../../../kit/Scroller.tsx";
import { useCopy } from "../../../kit/use-copy.ts";
import { useFormat } from "../../../kit/use-format.ts";
import { CallState } from "../CallState.tsx";
import { callQuery, isRunning } from "../call-queries.ts";
import { assistantNameOf, durationMsOf } from "../call-rows.ts";
import { Conversation } from "../conversation/Conversation.tsx";
import { type FollowedCall, useFollowedCall } from "../conversation/followed-call.ts";
import { LiveConversation } from "../conversation/LiveConversation.tsx";
import { useForkIntoChat } from "../conversation/use-fork-into-chat.ts";
import type { Player } from "../recording/player.ts";
import { Recording } from "../recording/Recording.tsx";
import { usePlayer } from "../recording/use-player.ts";
import { usePlayerKeys } from "../recording/use-player-keys.ts";
import { VideoPlayer } from "../recording/VideoPlayer.tsx";
import { Supervise } from "../supervise/Supervise.tsx";
import { CallActions } from "./CallActions.tsx";
import { CallFacts } from "./CallFacts.tsx";
import { CallPath, hasPath } from "./CallPath.tsx";
import classes from "./call-page.module.css";
import { CALL_TABS, type CallTab } from "./call-search.ts";
import { EventList } from "./EventList.tsx";

const route = getRouteApi("/shell/calls/$id");

const CallAnalysis = late(async () => (await import("../analysis/CallAnalysis.tsx")).CallAnalysis, <PageSkeleton />);
const CallWebhooks = late(async () => (await import("../../webhooks/CallWebhooks.tsx")).CallWebhooks, <PageSkeleton />);

/** One call: recording and transcript in sync, latency, ended reason and events. */
export function CallPage() {
  const { id } = route.useParams();
  return (
    <Suspense fallback={<PageSkeleton />}>
      <LoadedCall key={id} id={id} />
    </Suspense>
  );
}

function LoadedCall({ id }: { id: string }) {
  const { t } = useTranslation();
  const client = useClient();
  const { data: call } = useSuspenseQuery(callQuery(client, id, useIsLive()));
  const followed = useFollowedCall(call);
  const name = assistantNameOf(call) ?? t("calls.unnamedAssistant");
  return (
    <div className={classes.page}>
      <PageHeader
        title={call.name ?? name}
        parent={<Link to="/calls">{t("call.back")}</Link>}
        actions={<CallActions call={call} events={followed.events} />}
      >
        <CallState call={call} />
        <PrivacyPill plan={call.compliance} />
        <CopyId id={call.id} label={t("call.copyId")} />
      </PageHeader>
      <CallBody call={call} followed={followed} assistantName={name} failure={useShownError(followed.error)} />
      {isRunning(call) && call.status !== "scheduled" && <Supervise call={call} events={followed.events ?? NO_EVENTS} />}
    </div>
  );
}

const NO_EVENTS: readonly CallEvent[] = [];

interface BodyProps {
  call: Call;
  followed: FollowedCall;
  assistantName: string;
  failure: Error | undefined;
}

function CallBody({ call, followed, assistantName, failure }: BodyProps) {
  const { t } = useTranslation();
  const { events, rows, turns } = followed;
  const { player, seek } = useSeekable(
    isRunning(call) ? undefined : (call.artifact?.stereoRecordingUrl ?? call.artifact?.recordingUrl),
  );
  usePlayerKeys(player, rows, seek);
  return (
    <div className={classes.columns} data-loading={(!events && !failure) || undefined}>
      <div className={classes.main}>
        {player ? (
          <Recording player={player} assistantName={assistantName} durationMs={durationMsOf(call, 0) ?? 0} onSeek={seek} />
        ) : (
          <NoRecording call={call} />
        )}
        {call.artifact?.videoRecordingUrl && <VideoPlayer url={call.artifact.videoRecordingUrl} />}
        {failure && (
          <Alert color="red" variant="outline" m="md" role="alert">
            {t("call.eventsFailed", { reason: failure.message })}
          </Alert>
        )}
        {failure && call.artifact?.transcript && (
          <Text m="md" style={{ whiteSpace: "pre-wrap" }}>
            {call.artifact.transcript}
          </Text>
        )}
        {events && (
          <CallTabs call={call} followed={followed} events={events} assistantName={assistantName} player={player} onSeek={seek} />
        )}
        {!events && !failure && <PageSkeleton />}
      </div>
      <CallFacts call={call} turns={turns} events={events ?? NO_EVENTS} />
    </div>
  );
}

/** The recording's player. Its position is read from the address, and each seek is written to it. */
function useSeekable(recordingUrl: string | undefined) {
  const { t: startSeconds } = route.useSearch();
  const navigate = route.useNavigate();
  const player = usePlayer(recordingUrl);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new player starts at the position in the address.
  useEffect(() => {
    if (player && startSeconds) player.seek(startSeconds * 1000);
  }, [player]);
  const seek = useCallback(
    (ms: number) => {
      player?.seek(ms);
      const seconds = Math.round(ms / 100) / 10;
      void navigate({
        search: (search) => ({ ...search, t: seconds > 0 ? seconds : undefined }),
        replace: true,
        resetScroll: false,
      });
    },
    [player, navigate],
  );
  return { player, seek };
}

/** Why there is no recording. Empty while the call runs. */
function NoRecording({ call }: { call: Call }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (isRunning(call) && call.startedAt !== undefined) return null;
  const { earliestAt: time } = (call.status === "scheduled" && call.schedulePlan) || {};
  const text = time
    ? t("call.scheduled", { time: format.dateTimeSeconds(time) })
    : t(isRunning(call) ? "call.waiting" : "call.noRecording");
  return (
    <p className={classes.noRecording} role={isRunning(call) ? "status" : undefined}>
      {text}
    </p>
  );
}

interface TabsProps extends Omit<BodyProps, "failure"> {
  events: readonly CallEvent[];
  player: Player | undefined;
  onSeek: (ms: number) => void;
}

function CallTabs({ call, followed: { rows, turns, marks }, events, assistantName, player, onSeek }: TabsProps) {
  const { t } = useTranslation();
  const rule = privacyRule(call.compliance);
  const { tab = "transcript", type } = route.useSearch();
  const navigate = route.useNavigate();
  const { dataHost } = useServices();
  const fork = useForkIntoChat(call, rows);
  const mayFork = useMayEdit("createSession");
  const play = (ms: number) => {
    onSeek(ms);
    if (player && !player.isPlaying()) player.toggle();
  };
  const isOffered: Partial<Record<CallTab, boolean>> = {
    analysis: !isRunning(call),
    path: hasPath(events),
    webhooks: dataHost.offers("listWebhookDeliveries"),
  };
  const tabs = CALL_TABS.filter((each) => isOffered[each] ?? true);
  const open = (next: string | null) => {
    const found = CALL_TABS.find((each) => each === next && each !== "transcript");
    void navigate({ search: (search) => ({ ...search, tab: found }), replace: true });
  };
  return (
    <Tabs value={tab} onChange={open}>
      <Tabs.List className={classes.tabs}>
        {tabs.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {t(`call.tab.${each}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="transcript">
        {isRunning(call) ? (
          <LiveConversation rows={rows} turns={turns} assistantName={assistantName} marks={marks} />
        ) : (
          <Conversation
            rows={rows}
            turns={turns}
            marks={marks}
            assistantName={assistantName}
            player={player}
            onSeek={onSeek}
            nothing={rule && t("compliance.nothingSaidHere", { rule })}
            {...(mayFork && { onFork: fork })}
          />
        )}
      </Tabs.Panel>
      {isOffered.analysis && (
        <Tabs.Panel value="analysis">
          <CallAnalysis call={call} events={events} rows={rows} onSeek={onSeek} />
        </Tabs.Panel>
      )}
      {isOffered.path && (
        <Tabs.Panel value="path">
          <CallPath call={call} events={events} onPlay={player && play} />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="events">
        <EventList
          events={events}
          type={type}
          onType={(next) => void navigate({ search: (search) => ({ ...search, type: next }), replace: true })}
        />
      </Tabs.Panel>
      <Tabs.Panel value="webhooks">
        <CallWebhooks callId={call.id} />
      </Tabs.Panel>
      <Tabs.Panel value="json">
        <CallJson call={call} />
      </Tabs.Panel>
    </Tabs>
  );
}

function CallJson({ call }: { call: Call }) {
  const { t } = useTranslation();
  const { copy, copied } = useCopy();
  const json = JSON.stringify(call, undefined, 2);
  return (
    <div className={classes.json}>
      <Button size="compact-sm" onClick={() => void copy(json)}>
        {copied ? t("app.copied") : t("call.copyJson")}
      </Button>
      <Scroller as="pre" className="mono">
        {json}
      </Scroller>
    </div>
  );
}
