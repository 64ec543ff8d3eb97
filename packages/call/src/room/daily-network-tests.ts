import type {
  DailyCall,
  DailyCallQualityTestResults,
  DailyNetworkConnectivityTestStats,
  DailyWebsocketConnectivityTestResults,
} from "@daily-co/daily-js";
import { type CallErrorDetail, describeError } from "../call-failure.ts";
import { dailyFailure } from "./daily-failure.ts";
import { type DailyLibrary, loadDaily } from "./load-daily.ts";

/** A test that could not be run. */
export interface FailedNetworkTest {
  result: "failed";
  error: CallErrorDetail;
}

/** Can this browser reach Daily, and how well? Takes up to a minute and a half. */
export interface NetworkTestResults {
  /** Media by way of a TURN server; needs a camera. */
  networkConnectivity: DailyNetworkConnectivityTestStats | FailedNetworkTest;
  websocketConnectivity: DailyWebsocketConnectivityTestResults | FailedNetworkTest;
  /** Sending for up to 30 seconds. */
  callQuality: DailyCallQualityTestResults | FailedNetworkTest;
}

/** Runs Daily's tests on a separate call object, one after another. Never rejects: failures are in the results. */
export async function runNetworkTests(load: () => Promise<DailyLibrary> = loadDaily): Promise<NetworkTestResults> {
  let call: DailyCall | undefined;
  try {
    call = (await load()).createCallObject({ dailyConfig: { avoidEval: true } });
    const tested = call;
    // Opens the devices, which the tests send from.
    await tested.startCamera();
    return {
      networkConnectivity: await attempt(() => testConnectivity(tested)),
      websocketConnectivity: await attempt(() => tested.testWebsocketConnectivity()),
      callQuality: await attempt(() => tested.testCallQuality()),
    };
  } catch (error) {
    const failed = failedTest(error);
    return { networkConnectivity: failed, websocketConnectivity: failed, callQuality: failed };
  } finally {
    await call?.destroy().catch(() => undefined);
  }
}

async function testConnectivity(call: DailyCall): Promise<DailyNetworkConnectivityTestStats> {
  const camera = call.participants().local?.tracks.video.persistentTrack;
  if (!camera) throw new Error("This test needs a camera.");
  return call.testNetworkConnectivity(camera);
}

async function attempt<Result>(test: () => Promise<Result>): Promise<Result | FailedNetworkTest> {
  return test().catch(failedTest);
}

function failedTest(error: unknown): FailedNetworkTest {
  return { result: "failed", error: describeError(dailyFailure(error, "The test could not be run.")) };
}
