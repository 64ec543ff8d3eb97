"""A call by aiortc, as a program in Python holds one: says a sentence, makes the assistant speak, and hangs up. Writes one step a line."""

import array
import asyncio
import fractions
import json
import os
import time
import urllib.request
from urllib.parse import urljoin

import av
from aiortc import MediaStreamTrack, RTCPeerConnection, RTCSessionDescription

RATE = 48000
FRAME_SAMPLES = RATE // 50
# Louder than this is a voice, not comfort noise.
AUDIBLE = 650
WAIT_SECONDS = 120

room = os.environ["ROOM"]
sees = os.environ["SEES"] == "yes"


def step(name, value=None):
    print(json.dumps({"step": name, "value": value}), flush=True)


def ask(method, url, body=None):
    """The address of what was made, and the answer."""
    headers = {"content-type": "application/sdp"}
    request = urllib.request.Request(url, method=method, data=body and body.encode(), headers=headers)
    with urllib.request.urlopen(request) as response:
        return response.headers.get("location"), response.read().decode()


class Microphone(MediaStreamTrack):
    """Silence, and the words of a file once they are wanted."""

    kind = "audio"

    def __init__(self, path):
        super().__init__()
        with av.open(path) as file:
            # 48 kHz, mono, 16 bit, as the file is.
            self.words = b"".join(bytes(frame.planes[0])[: frame.samples * 2] for frame in file.decode(audio=0))
        self.left = b""
        self.sent = 0
        self.began = None

    def speak(self):
        self.left = self.words

    async def recv(self):
        self.began = self.began or time.monotonic()
        await asyncio.sleep(max(0, self.began + self.sent / RATE - time.monotonic()))
        piece, self.left = self.left[: FRAME_SAMPLES * 2], self.left[FRAME_SAMPLES * 2 :]
        frame = av.AudioFrame(format="s16", layout="mono", samples=FRAME_SAMPLES)
        frame.planes[0].update(piece.ljust(FRAME_SAMPLES * 2, b"\0"))
        frame.sample_rate, frame.pts, frame.time_base = RATE, self.sent, fractions.Fraction(1, RATE)
        self.sent += FRAME_SAMPLES
        return frame


async def main():
    peer = RTCPeerConnection()
    microphone = Microphone(os.environ["WORDS"])
    messages, heard, places = [], asyncio.Event(), set()
    app = peer.createDataChannel("app")
    peer.createDataChannel("telemetry")
    peer.addTrack(microphone)
    if sees:
        peer.addTransceiver("video", direction="recvonly")

    @app.on("message")
    def on_message(text):
        messages.append({"type": text} if text == "listening" else json.loads(text))

    async def listen(track):
        while True:
            samples = array.array("h", bytes((await track.recv()).planes[0]))
            if max(samples) > AUDIBLE:
                heard.set()

    async def watch(track):
        while True:
            frame = (await track.recv()).reformat(format="gray")
            row = bytes(frame.planes[0])[: frame.width]
            places.add(row.index(max(row)))

    tasks = []

    @peer.on("track")
    def on_track(track):
        tasks.append(asyncio.ensure_future((listen if track.kind == "audio" else watch)(track)))

    async def until(name, find):
        """The first true answer."""
        ends = time.monotonic() + WAIT_SECONDS
        while not (found := find()):
            if time.monotonic() > ends:
                raise TimeoutError(f"{name}; messages: {messages}")
            await asyncio.sleep(0.05)
        return found

    def said(role, of=None):
        finals = [
            each["transcript"]
            for each in messages
            if each["type"] == "transcript" and each["role"] == role and each["transcriptType"] == "final"
        ]
        return next((text for text in finals if of is None or of in text), None)

    await peer.setLocalDescription(await peer.createOffer())
    session, answer = await asyncio.to_thread(ask, "POST", room, peer.localDescription.sdp)
    await peer.setRemoteDescription(RTCSessionDescription(answer, "answer"))
    await until("listening", lambda: any(each["type"] == "listening" for each in messages))
    step("listening")
    await until("heard", heard.is_set)
    step("heard")
    await until("first message", lambda: said("assistant"))
    if sees:
        await until("seen", lambda: len(places) > 2)
        step("seen")
    else:
        microphone.speak()
        step("transcribed", await until("transcribed", lambda: said("user")))
        app.send(json.dumps({"type": "say", "message": "The shop closes at noon."}))
        step("say", await until("say", lambda: said("assistant", "noon")))
    await asyncio.to_thread(ask, "DELETE", urljoin(room, session))
    for task in tasks:
        task.cancel()
    await peer.close()
    print("done")


asyncio.run(main())
