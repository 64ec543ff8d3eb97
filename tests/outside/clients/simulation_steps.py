"""Each operation of simulations and evals in the provider's Python SDK, as a program uses it. Writes one step a line."""

import json
import os
import time

from vapi import Vapi

client = Vapi(base_url=os.environ["URL"], token=os.environ["TOKEN"])
assistant = os.environ["ASSISTANT"]
DEADLINE_SECONDS = 60


def step(name, action, show=None):
    try:
        value = action()
        if show is not None and not show(value):
            raise AssertionError(f"read back as {value!r}")
        print(json.dumps({"step": name}), flush=True)
        return value
    except Exception as error:  # Every failure is a result.
        print(json.dumps({"step": name, "error": f"{type(error).__name__}: {getattr(error, 'body', error)}"}), flush=True)
        return None


def named(name):
    return lambda each: each.name == name


def has(id):
    return lambda all: id in [each.id for each in all]


personalities = client.simulation_personalities
ada = step(
    "personality.create",
    lambda: personalities.personality_controller_create(name="Ada", assistant={"name": "Caller"}, path="people"),
    lambda each: each.assistant.name == "Caller" and each.path == "people",
)
step("personality.find_one", lambda: personalities.personality_controller_find_one(ada.id), lambda each: each == ada)
step("personality.find_all", lambda: personalities.personality_controller_find_all(limit=100), has(ada.id))
step("personality.update", lambda: personalities.personality_controller_update(ada.id, name="Bea"), named("Bea"))

scenarios = client.simulation_scenarios
EVALUATION = {
    "structuredOutput": {"name": "named", "type": "regex", "regex": "nine", "schema": {"type": "boolean"}},
    "comparator": "=",
    "value": True,
}
asks = step(
    "scenario.create",
    lambda: scenarios.scenario_controller_create(
        name="Asks",
        instructions="When are you open?",
        evaluations=[EVALUATION],
        tool_mocks=[{"toolName": "book", "result": "Booked."}],
        hooks=[{"on": "simulation.run.started", "do": [{"type": "webhook", "server": {"url": "https://hooks.example"}}]}],
        target_overrides={"firstMessage": "Hello."},
    ),
    lambda each: each.evaluations[0].comparator == "="
    and each.tool_mocks[0].result == "Booked."
    and each.hooks[0].on == "simulation.run.started"
    and each.target_overrides.first_message == "Hello.",
)
step("scenario.find_one", lambda: scenarios.scenario_controller_find_one(asks.id), lambda each: each == asks)
step("scenario.find_all", lambda: scenarios.scenario_controller_find_all(name="ask", id_any=asks.id), has(asks.id))
step("scenario.update", lambda: scenarios.scenario_controller_update(asks.id, instructions="Are you open?", hooks=[]), lambda each: each.instructions == "Are you open?")

simulations = client.simulations
step(
    "scenario.generate",
    lambda: simulations.simulation_generate_controller_generate(assistant_id=assistant),
    lambda made: len(made.scenarios) > 0 and made.scenarios[0].category in ("happy_path", "edge_case", "failure_mode"),
)
pair = step(
    "simulation.create",
    lambda: simulations.simulation_controller_create(name="Pair", scenario_id=asks.id, personality_id=ada.id),
    lambda each: (each.scenario_id, each.personality_id) == (asks.id, ada.id),
)
step("simulation.find_one", lambda: simulations.simulation_controller_find_one(pair.id), lambda each: each == pair)
step("simulation.find_all", lambda: simulations.simulation_controller_find_all(standalone_only="true"), has(pair.id))
step("simulation.update", lambda: simulations.simulation_controller_update(pair.id, name="Two"), named("Two"))
step("simulation.concurrency", lambda: simulations.simulation_controller_get_concurrency(), lambda each: each.available_to_start > 0)

suites = client.simulation_suites
smoke = step(
    "suite.create",
    lambda: suites.simulation_suite_controller_create(
        name="Smoke",
        simulation_ids=[pair.id],
        target_assignments=[{"targetType": "assistant", "targetId": assistant}],
        slack_webhook_url="https://hooks.slack.com/services/T/B/X",
    ),
    lambda each: each.simulation_ids == [pair.id] and each.target_assignments[0].target_id == assistant,
)
step("suite.find_one", lambda: suites.simulation_suite_controller_find_one(smoke.id), lambda each: each == smoke)
step("suite.find_all", lambda: suites.simulation_suite_controller_find_all(name="smo"), has(smoke.id))
step("suite.update", lambda: suites.simulation_suite_controller_update(smoke.id, name="Nightly"), named("Nightly"))
copy = step("suite.duplicate", lambda: suites.simulation_suite_controller_duplicate(smoke.id), lambda each: each.simulation_ids == [pair.id])

runs = client.simulation_runs


def ended(read, id):
    deadline = time.monotonic() + DEADLINE_SECONDS
    while True:
        found = read(id)
        if found.status == "ended":
            return found
        if time.monotonic() > deadline:
            raise TimeoutError(f"{id} is {found.status}")
        time.sleep(0.1)


run = step(
    "run.create",
    lambda: runs.simulation_run_controller_create(
        simulations=[{"type": "simulationSuite", "simulationSuiteId": smoke.id}],
        target={"type": "assistant", "assistantId": assistant},
        transport={"provider": "vapi.webchat"},
        iterations=2,
    ),
    lambda each: len(each.simulation_run_item_ids) == 2 and each.item_counts.total == 2 and each.target.assistant_id == assistant,
)
step("run.find_one", lambda: ended(runs.simulation_run_controller_find_one, run.id), lambda each: each.simulations[0].simulation_suite_id == smoke.id)
step(
    "run.find_all",
    lambda: runs.simulation_run_controller_find_all(target_type="assistant", target_id=assistant, status="ended"),
    lambda page: page.results[0].summary.source.type == "suite" if page.results[0].id == run.id else len(page.results) > 1,
)
items = step("run.find_items", lambda: runs.simulation_run_controller_find_items(run.id), lambda all: len(all) == 2)
item = items[0].id
step(
    "run.find_item",
    lambda: runs.simulation_run_controller_find_item(run.id, item),
    lambda each: each.iteration_number == 1 and "open" in each.metadata.call.transcript,
)
step("run.generate", lambda: runs.simulation_run_controller_generate_suggestions(run.id, item, force="true"))
step("run.cancel_item", lambda: runs.simulation_run_controller_cancel_item(run.id, item), lambda each: each.id == item)
step("run.cancel", lambda: runs.simulation_run_controller_cancel_group(run.id), lambda each: each.status == "ended")

evals = client.eval
MESSAGES = [
    {"role": "user", "content": "When are you open?"},
    {"role": "assistant", "judgePlan": {"type": "regex", "content": "nine"}},
]
hours = step(
    "eval.create",
    lambda: evals.eval_controller_create(name="Hours", messages=MESSAGES, type="chat.mockConversation"),
    lambda each: len(each.messages) == 2,
)
step("eval.get", lambda: evals.eval_controller_get(hours.id), lambda each: each == hours)
step("eval.list", lambda: evals.eval_controller_get_paginated(), lambda page: has(hours.id)(page.results))
step("eval.update", lambda: evals.eval_controller_update(hours.id, name="Times"), named("Times"))
made = step(
    "eval.run",
    lambda: evals.eval_controller_run(type="eval", eval_id=hours.id, target={"type": "assistant", "assistantId": assistant}),
    lambda each: "evalRunId" in each,
)
step("eval.get_run", lambda: ended(evals.eval_controller_get_run, made["evalRunId"]), lambda each: each.results[0].status == "pass" and each.eval_id == hours.id)
step("eval.list_runs", lambda: evals.eval_controller_get_runs_paginated(), lambda page: has(made["evalRunId"])(page.results))
step("eval.remove_run", lambda: evals.eval_controller_remove_run(made["evalRunId"]), lambda each: each.id == made["evalRunId"])

step("eval.remove", lambda: evals.eval_controller_remove(hours.id), lambda each: each.id == hours.id)
suites.simulation_suite_controller_remove(copy.id)
step("suite.remove", lambda: suites.simulation_suite_controller_remove(smoke.id), lambda each: each.id == smoke.id)
step("simulation.remove", lambda: simulations.simulation_controller_remove(pair.id), lambda each: each.id == pair.id)
step("scenario.remove", lambda: scenarios.scenario_controller_remove(asks.id), lambda each: each.id == asks.id)


def remove_personality():
    removed = personalities.personality_controller_remove(ada.id)
    try:
        personalities.personality_controller_find_one(ada.id)
    except Exception as error:
        if getattr(error, "status_code", None) == 404:
            return removed
        raise
    raise AssertionError("a removed personality is still read")


step("personality.remove", remove_personality, lambda each: each.id == ada.id)
print("done")
