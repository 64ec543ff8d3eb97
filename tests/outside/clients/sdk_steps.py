"""Each operation of the provider's Python SDK that this server has, as a program uses it. Writes one step a line."""

import json
import os
import sys

from vapi import Vapi
from vapi.types import CreateCustomerDto

compat = os.environ["COMPAT"] == "yes"
ids = json.loads(os.environ["IDS"])
client = Vapi(
    base_url=os.environ["URL"],
    token=os.environ["TOKEN"],
    headers={"Callwright-Compat": "provider"} if compat else None,
)


def step(name, action, show=None):
    try:
        value = action()
        print(json.dumps({"step": name, "value": show(value) if show else None}))
        return value
    except Exception as error:  # Every failure is a result.
        print(json.dumps({"step": name, "error": f"{type(error).__name__}: {getattr(error, 'body', error)}"}))
        return None


def providers(assistant):
    parts = [assistant.model, assistant.voice, assistant.transcriber]
    return [getattr(part, "provider", None) for part in parts]


def kinds(entries):
    return [getattr(each, "provider", None) or getattr(each, "type", None) for each in entries]


own = ids["assistant"]
read = step("assistants.get", lambda: client.assistants.get(own), providers)
step("assistants.list", lambda: client.assistants.list(), lambda all: [providers(each) for each in all])
step("assistants.update, model written back", lambda: client.assistants.update(own, model=read.model), providers)
step(
    "assistants.update, voice and transcriber written back",
    lambda: client.assistants.update(own, voice=read.voice, transcriber=read.transcriber),
    providers,
)
step("assistants.update, name", lambda: client.assistants.update(own, name="Renamed"), lambda each: each.name)
made = step(
    "assistants.create",
    lambda: client.assistants.create(
        name="Riley",
        first_message="Hello",
        model={"provider": "openai", "model": "gpt-4o", "messages": [{"role": "system", "content": "Be kind."}]},
        voice={"provider": "11labs", "voiceId": "burt"},
        transcriber={"provider": "deepgram", "model": "nova-2", "language": "en"},
    ),
    providers,
)
step("assistants.delete", lambda: client.assistants.delete(made.id), lambda each: each.id == made.id)

squad = step("squads.get", lambda: client.squads.get(ids["squad"]), lambda each: [providers(m.assistant) for m in each.members])
step("squads.update, members written back", lambda: client.squads.update(ids["squad"], members=squad.members), lambda each: len(each.members))
step("squads.list", lambda: client.squads.list(), len)
new_squad = step("squads.create", lambda: client.squads.create(members=[{"assistantId": own}]), lambda each: len(each.members))
step("squads.delete", lambda: client.squads.delete(new_squad.id), lambda each: each.id == new_squad.id)

step("phone_numbers.list", lambda: client.phone_numbers.list(), kinds)
step(
    "phone_numbers.find_all_paginated",
    lambda: client.phone_numbers.phone_number_controller_find_all_paginated(page=1),
    lambda page: kinds(page.results),
)
step("phone_numbers.get", lambda: client.phone_numbers.get(ids["number"]), lambda each: getattr(each, "number", None))
step(
    "phone_numbers.update",
    lambda: client.phone_numbers.update(ids["number"], request={"provider": "vapi", "assistantId": own} if compat else {"assistantId": own}),
    lambda each: getattr(each, "assistant_id", None),
)
number = step(
    "phone_numbers.create",
    lambda: client.phone_numbers.create(request={"provider": "vapi", "name": "Line (simulated)"} if compat else {"provider": "vapi", "name": "Line", "sipUri": "sip:line@sip.example"}),
    lambda each: each.name,
)
step("phone_numbers.delete", lambda: client.phone_numbers.delete(number.id), lambda each: each.id == number.id)

step("tools.list", lambda: client.tools.list(), kinds)
make = step("tools.get", lambda: client.tools.get(ids["tool"]), lambda each: getattr(each, "type", None))
step(
    "tools.update",
    lambda: client.tools.update(ids["tool"], request={"type": "function", "messages": [{"type": "request-start", "content": "One moment."}]} if compat else {"messages": []}),
    lambda each: getattr(each, "type", None),
)
tool = step(
    "tools.create",
    lambda: client.tools.create(request={"type": "function", "function": {"name": "look_up"}, "server": {"url": "https://tools.example"}}),
    lambda each: each.type,
)
step("tools.delete", lambda: client.tools.delete(tool.id), lambda each: each.id == tool.id)

call = ids["call"]
step("calls.get", lambda: client.calls.get(call), lambda each: [each.status, providers(each.assistant), kinds(each.costs or [])])
step("calls.list", lambda: client.calls.list(), lambda all: [each.status for each in all])
step("calls.update", lambda: client.calls.update(call, name="Mine"), lambda each: each.name)
step("calls.call_logs", lambda: client.calls.call_artifact_controller_call_logs_download(call))
for kind in ["mono", "stereo", "customer", "assistant"]:
    download = getattr(client.calls, f"call_artifact_controller_{kind}_recording_download")
    step(f"calls.{kind}_recording", lambda: download(call))
phone_call = step(
    "calls.create",
    lambda: client.calls.create(assistant_id=own, phone_number_id=ids["number"], customer=CreateCustomerDto(number="+12025550123")),
    lambda each: [each.type, each.phone_call_provider],
)
step("calls.delete", lambda: client.calls.delete(call), lambda each: each.id == call)

chat = step("chats.create", lambda: client.chats.create(assistant_id=own, input="Hello"), lambda each: each.output[0].role)
step("chats.get", lambda: client.chats.get(chat.id), lambda each: each.id == chat.id)
step("chats.list", lambda: client.chats.list(), lambda page: len(page.results))
step("chats.create_response", lambda: client.chats.create_response(assistant_id=own, input="Hello", stream=False), lambda each: each.object)
step("chats.delete", lambda: client.chats.delete(chat.id), lambda each: each.id == chat.id)

session = step("sessions.create", lambda: client.sessions.create(assistant_id=own, name="One"), lambda each: each.name)
step("sessions.get", lambda: client.sessions.get(session.id), lambda each: each.id == session.id)
step("sessions.list", lambda: client.sessions.list(), lambda page: len(page.results))
step("sessions.update", lambda: client.sessions.update(session.id, name="Two"), lambda each: each.name)
step("sessions.delete", lambda: client.sessions.delete(session.id), lambda each: each.id == session.id)

campaigns = client.campaigns
campaign = step(
    "campaigns.create",
    lambda: campaigns.campaign_controller_create(
        name="Spring",
        assistant_id=own,
        phone_number_id=ids["number"],
        customers=[{"number": "+12025550123"}],
        schedule_plan={"earliestAt": "2999-01-01T00:00:00.000Z"},
    ),
    lambda each: each.status,
)
step("campaigns.find_one", lambda: campaigns.campaign_controller_find_one(campaign.id), lambda each: each.id == campaign.id)
step("campaigns.find_all", lambda: campaigns.campaign_controller_find_all(), lambda page: len(page.results))
step("campaigns.update", lambda: campaigns.campaign_controller_update(campaign.id, name="Summer"), lambda each: each.name)
step("campaigns.remove", lambda: campaigns.campaign_controller_remove(campaign.id), lambda each: each.id == campaign.id)

outputs = client.structured_outputs
schema = {"type": "object", "properties": {"mood": {"type": "string"}}}
output = step("structured_outputs.create", lambda: outputs.structured_output_controller_create(name="Mood", schema=schema), lambda each: each.name)
step("structured_outputs.find_one", lambda: outputs.structured_output_controller_find_one(output.id), lambda each: each.id == output.id)
step("structured_outputs.find_all", lambda: outputs.structured_output_controller_find_all(), lambda page: len(page.results))
step(
    "structured_outputs.update",
    lambda: outputs.structured_output_controller_update(output.id, schema_override="true", name="Temper"),
    lambda each: each.name,
)
step("structured_outputs.remove", lambda: outputs.structured_output_controller_remove(output.id), lambda each: each.id == output.id)

file = step("files.create", lambda: client.files.create(file=("hours.txt", b"We open at eight.", "text/plain")), lambda each: each.name)
step("files.get", lambda: client.files.get(file.id), lambda each: each.id == file.id)
step("files.list", lambda: client.files.list(), len)
step("files.update", lambda: client.files.update(file.id, name="times.txt"), lambda each: each.name)
step("files.delete", lambda: client.files.delete(file.id), lambda each: each.id == file.id)

step(
    "analytics.get",
    lambda: client.analytics.get(queries=[{"table": "call", "name": "calls", "operations": [{"operation": "count", "column": "id"}]}]),
    lambda all: [each.name for each in all],
)

print("done")
sys.stdout.flush()
