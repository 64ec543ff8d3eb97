import type { Call, CallEvent } from "@callwright/contract";
import { Alert, Button, Tabs, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Suspense, useCallback, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../../data/realtime/realtime-context.tsx";
import { useClient, useServices } from "../../../data/services.tsx";
import { useMayEdit } from "../../../data/use-may-edit.ts";
import { useShownError } from "../../../data/use-shown-error.ts";
import { clockTime } from "../../../kit/clock-time.ts";
import { endedWords } from "../../../kit/ended-words.ts";
import { Instant } from "../../../kit/Instant.tsx";
import { late } from "../../../kit/late.tsx";
import { PageHeader } from "../../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../../kit/PageSkeleton.tsx";
import { PrivacyPill, privacyRule } from "../../../kit/PrivacyPill.tsx";
import { Scroller } from "../../../kit/Scroller.tsx";
import { TabRow } from "../../../kit/TabRow.tsx";
import { useCopy } from "../../../kit/use-copy.ts";
import { useFormat } from "../../../kit/use-format.ts";
import { useMakeTest } from "../../simulations/MakeTest.tsx";
import { CallState } from "../CallState.tsx";
import { callKeys, callQuery, isRunning } from "../call-queries.ts";
import { assistantNameOf, durationMsOf } from "../call-rows.ts";
import { Conversation, type LineActions } from "../conversation/Conversation.tsx";
import conversation from "../conversation/conversation.module.css";
import { type FollowedCall, useFollowedCall } from "../conversation/followed-call.ts";
import { LiveConversation } from "../conversation/LiveConversation.tsx";
import { useForkIntoChat } from "../conversation/use-fork-into-chat.ts";
import type { Player } from "../recording/player.ts";
import { Dock, Recording } from "../recording/Recording.tsx";
import recording from "../recording/recording.module.css";
import { usePlayer } from "../recording/use-player.ts";
import { usePlayerKeys } from "../recording/use-player-keys.ts";
import { VideoPlayer } from "../recording/VideoPlayer.tsx";
import { Supervise } from "../supervise/Supervise.tsx";
import { AgentLine, EditPrompt } from "./Agent.tsx";
import { CallActions } from "./CallActions.tsx";
import { CallFacts } from "./CallFacts.tsx";
import { CallPath, hasPath } from "./CallPath.tsx";
import classes from "./call-page.module.css";
import { CALL_TABS, type CallTab } from "./call-search.ts";
import { EventList, shownEvents } from "./EventList.tsx";
import { Outcome } from "./Outcome.tsx";

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
  const format = useFormat();
  const mayRename = useMayEdit("updateCall");
  const rename = useRename(id);
  const isNarrow = useMediaQuery("(max-width: 1100px)", false, { getInitialValueInEffect: false }) ?? false;
  const startedAt = call.startedAt ?? call.createdAt;
  const { customer = {} } = call;
  const number = [customer.number, customer.sipUri].find(isText);
  const who = [call.name, customer.name, number].find(isText);
  return (
    <div className={classes.page}>
      <PageHeader
        title={who ?? name}
        parent={<Link to="/calls">{t("call.back")}</Link>}
        onRename={mayRename ? rename : undefined}
        actions={<CallActions call={call} events={followed.events} isNarrow={isNarrow} />}
      >
        {number !== undefined && number !== who && <span className={`${classes.quiet} num`}>{number}</span>}
        {(!isNarrow || isRunning(call)) && <CallState call={call} />}
        <PrivacyPill plan={call.compliance} />
        {!isNarrow && (
          <span className={`${classes.quiet} num`}>
            <Instant iso={startedAt}>{format.dayTime(startedAt)}</Instant>
          </span>
        )}
      </PageHeader>
      <CallBody
        call={call}
        followed={followed}
        assistantName={name}
        failure={useShownError(followed.error)}
        isNarrow={isNarrow}
      />
      {isRunning(call) && call.status !== "scheduled" && <Supervise call={call} events={followed.events ?? NO_EVENTS} />}
    </div>
  );
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

function useRename(id: string): (name: string) => void {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => client.calls.update({ id, body: { name } }),
    onSuccess: (renamed) => queryClient.setQueryData(callKeys.one(id), renamed),
    onError: ({ message }) => notifications.show({ color: "red", message: t("call.renameFailed", { reason: message }) }),
  }).mutate;
}

const NO_EVENTS: readonly CallEvent[] = [];

interface BodyProps {
  call: Call;
  followed: FollowedCall;
  assistantName: string;
  failure: Error | undefined;
  /** One column: the outcome comes first, and the player's controls are at the foot of the page. */
  isNarrow: boolean;
}

function CallBody({ call, followed, assistantName, failure, isNarrow }: BodyProps) {
  const { t } = useTranslation();
  const { events, rows } = followed;
  const recordingUrl = isRunning(call) ? undefined : (call.artifact?.stereoRecordingUrl ?? call.artifact?.recordingUrl);
  const { player, seek } = useSeekable(recordingUrl);
  usePlayerKeys(player, rows, seek);
  const durationMs = durationMsOf(call, 0) ?? 0;
  return (
    <div
      className={classes.columns}
      data-loading={(!events && !failure) || undefined}
      data-long={durationMs >= HOUR_MS || undefined}
    >
      {isNarrow && (
        <div className={classes.first}>
          <Outcome call={call} events={events ?? NO_EVENTS} onSeek={seek} />
          <AgentLine call={call}>{!player && <EditPrompt call={call} />}</AgentLine>
        </div>
      )}
      <div className={classes.main}>
        {player && (
          <Recording
            player={player}
            rows={rows}
            assistantName={assistantName}
            durationMs={durationMs}
            isNarrow={isNarrow}
            onSeek={seek}
          />
        )}
        {!player && recordingUrl && <div className={recording.place} />}
        {!player && !recordingUrl && <NoRecording call={call} />}
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
      <CallFacts call={call} followed={followed} isNarrow={isNarrow} onSeek={seek} />
      {isNarrow && player && (
        <Dock player={player} durationMs={durationMs}>
          <EditPrompt call={call} />
        </Dock>
      )}
    </div>
  );
}

const HOUR_MS = 3_600_000;

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

interface TabsProps extends Omit<BodyProps, "failure" | "isNarrow"> {
  events: readonly CallEvent[];
  player: Player | undefined;
  onSeek: (ms: number) => void;
}

function CallTabs({ call, followed: { rows, marks, turns }, events, assistantName, player, onSeek }: TabsProps) {
  const { t } = useTranslation();
  const rule = privacyRule(call.compliance);
  const { tab = "transcript", type, t: atSeconds = 0 } = route.useSearch();
  const navigate = route.useNavigate();
  const { dataHost } = useServices();
  const actions = useLineActions(call, rows, events);
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
      <TabRow
        tabs={tabs.map((id) => ({
          id,
          title: t(`call.tab.${id}`),
          ...(id === "events" && { count: shownEvents(events, type).length }),
        }))}
      />
      <Tabs.Panel value="transcript">
        {isRunning(call) ? (
          <LiveConversation rows={rows} marks={marks} turns={turns} assistantName={assistantName} />
        ) : (
          <Conversation
            rows={rows}
            marks={marks}
            turns={turns}
            assistantName={assistantName}
            player={player}
            atMs={atSeconds * 1000}
            onSeek={onSeek}
            actions={actions}
            nothing={rule && t("compliance.nothingSaidHere", { rule })}
            end={<End call={call} events={events} />}
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

function useLineActions(call: Call, rows: BodyProps["followed"]["rows"], events: readonly CallEvent[]): LineActions {
  const fork = useForkIntoChat(call, rows);
  const mayFork = useMayEdit("createSession");
  const { make, isOffered, rule } = useMakeTest(call, events);
  const mayTest = isOffered && rule === undefined;
  return useMemo(
    () => ({
      fork: mayFork ? fork : undefined,
      test: mayTest ? make : undefined,
      linkTo: (ms) => `${window.location.origin}/calls/${call.id}?t=${Math.round(ms / 100) / 10}`,
    }),
    [mayFork, fork, mayTest, make, call.id],
  );
}

/** The last line of the transcript: how the call ended. */
function End({ call, events }: { call: Call; events: readonly CallEvent[] }) {
  const ended = endedWords(call, events);
  const durationMs = durationMsOf(call, 0);
  if (!ended || durationMs === undefined) return null;
  return (
    <li className={conversation.row} data-role="end">
      <span className={`${conversation.time} num`}>{clockTime(durationMs)}</span>
      <span className={conversation.who} />
      <span className={conversation.words}>{ended.sentence}</span>
    </li>
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
