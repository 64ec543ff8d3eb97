"""The sound of telephones: RTP sockets that send speech or silence every 20 ms, over a good line or a bad one, and note what arrives.

One JSON object a line: `{"id": 1, "do": "open", "address": "127.0.0.2"}` on stdin, `{"id": 1, "result": {...}}` on stdout. Times of arrival are the
kernel's, so that a busy tester does not count as a gap in the sound. PCMU, PCMA, and Opus of a file whose sound is not decoded here.
"""

import heapq
import json
import os
import random
import selectors
import socket
import struct
import sys
import time

FRAME_SECONDS = 0.02
SAMPLES = 160
SO_TIMESTAMPNS = 35
# -34 dBFS: above hiss, below speech.
SPEECH_PEAK = 655


def ulaw(byte):
    byte = ~byte & 0xFF
    value = (((byte & 0x0F) << 3) + 0x84 << ((byte & 0x70) >> 4)) - 0x84
    return -value if byte & 0x80 else value


def alaw(byte):
    byte ^= 0x55
    exponent, value = (byte & 0x70) >> 4, (byte & 0x0F) << 4
    value = value + 8 if exponent == 0 else value + 0x108 << exponent - 1
    return value if byte & 0x80 else -value


class Codec:
    """A payload type, with the nearest byte for each sample."""

    def __init__(self, decode):
        self.samples = [decode(byte) for byte in range(256)]
        known = sorted((sample, byte) for byte, sample in enumerate(self.samples))
        self.bytes, at = [], 0
        for value in range(-32768, 32768):
            while at + 1 < len(known) and abs(known[at + 1][0] - value) <= abs(known[at][0] - value):
                at += 1
            self.bytes.append(known[at][1])
        self.silence = self.encode(0)
        self.loud = {byte for byte, sample in enumerate(self.samples) if abs(sample) > SPEECH_PEAK}

    def encode(self, value):
        return self.bytes[max(-32768, min(32767, int(value))) + 32768]

    def scaled(self, gain):
        return bytes(self.encode(sample * gain) for sample in self.samples)

    def mixed(self, one, other):
        return bytes(self.encode(self.samples[a] + self.samples[b]) for a, b in zip(one, other))


CODECS = {0: Codec(ulaw), 8: Codec(alaw)}
# 20 ms at the clock of RTP (RFC 7587), and a packet of silence.
OPUS_SAMPLES, OPUS_SILENCE = 960, b"\xf8\xff\xfe"
selector = selectors.DefaultSelector()
phones = {}
due = []
order = 0


def later(at, act):
    global order
    order += 1
    heapq.heappush(due, (at, order, act))


class Phone:
    def __init__(self, address):
        self.socket = self.bound(address)
        self.sender = self.socket
        selector.register(self.socket, selectors.EVENT_READ, self)
        self.remote = None
        self.type, self.sequence, self.stamp, self.source = 0, random.randrange(30000), random.randrange(1 << 30), random.randrange(1 << 32)
        self.speech, self.packets, self.echoes = b"", [], []
        self.loss, self.jitter, self.echo, self.is_quiet = 0, None, None, False
        self.key, self.line = None, random.Random(7)
        self.arrivals, self.sound, self.from_ports, self.events, self.sent = [], bytearray(), set(), [], 0
        self.loud, self.said = [], None
        self.begun = None

    def bound(self, address):
        made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        made.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        made.bind((address, 0))
        made.setblocking(False)
        return made

    def start(self, at):
        if self.begun is None:
            self.begun = at
            later(at, self.tick)

    def tick(self):
        if self.begun is None:
            return
        self.begun += FRAME_SECONDS
        later(self.begun, self.tick)
        self.stamp = (self.stamp + (SAMPLES if self.type in CODECS else OPUS_SAMPLES)) & 0xFFFFFFFF
        if self.is_quiet:
            return
        if self.type not in CODECS:
            self.speak(self.packets.pop(0) if self.packets else OPUS_SILENCE)
            return
        codec = CODECS[self.type]
        spoken, self.speech = self.speech[:SAMPLES], self.speech[SAMPLES:]
        if spoken and not self.speech:
            self.said = time.time() + FRAME_SECONDS
        frame = spoken.ljust(SAMPLES, bytes([codec.silence]))
        if self.echoes and self.echoes[0][0] <= time.monotonic():
            echo = self.echoes.pop(0)[1]
            frame = codec.mixed(frame, echo) if spoken else echo
        if self.key:
            self.press()
        else:
            self.speak(frame)

    def speak(self, payload):
        self.send(struct.pack("!BBHII", 0x80, self.type, self.sequence, self.stamp, self.source) + payload)

    def press(self):
        number, kind, began, left = self.key
        elapsed = (self.stamp - began & 0xFFFFFFFF) + SAMPLES
        is_last = left <= 1
        self.key = None if is_last else (number, kind, began, left - 1)
        payload = struct.pack("!BBH", number, 0x80 | 10 if is_last else 10, elapsed)
        self.send(struct.pack("!BBHII", 0x80, kind | (0x80 if began == self.stamp else 0), self.sequence, began, self.source) + payload)

    def send(self, packet):
        self.sequence = (self.sequence + 1) & 0xFFFF
        self.sent += 1
        if self.line.random() < self.loss:
            return
        if self.jitter:
            later(time.monotonic() + self.line.uniform(*self.jitter) / 1000, lambda: self.put(packet))
        else:
            self.put(packet)

    def put(self, packet):
        if self.remote:
            self.sender.sendto(packet, self.remote)

    def receive(self, source):
        while True:
            try:
                packet, notes, _, (_, port) = source.recvmsg(2048, 64)
            except BlockingIOError:
                return
            if len(packet) < 12 or 192 <= packet[1] <= 223:
                continue
            arrived = next((s + ns / 1e9 for _, kind, data in notes if kind == SO_TIMESTAMPNS for s, ns in [struct.unpack("qq", data)]), time.time())
            kind, (sequence, stamp) = packet[1] & 127, struct.unpack("!HI", packet[2:8])
            payload = packet[12 + 4 * (packet[0] & 15) :]
            self.from_ports.add(port)
            self.arrivals.append((arrived, kind, sequence, stamp))
            if kind in CODECS:
                self.sound += payload
                if not CODECS[kind].loud.isdisjoint(payload):
                    self.loud.append(arrived)
                if self.echo and kind == self.type:
                    self.echoes.append((time.monotonic() + self.echo["seconds"], payload.translate(self.echo["table"])))
            elif len(payload) == 4:
                number, level, length = struct.unpack("!BBH", payload)
                self.events.append({"type": kind, "key": number, "isEnd": bool(level & 128), "level": level & 63, "length": length, "stamp": stamp})

    def report(self):
        heard = [each for each in self.arrivals if each[1] in CODECS or each[1] == self.type]
        gaps = [(b[0] - a[0]) * 1000 for a, b in zip(heard, heard[1:])]
        steps = [(b[2] - a[2] & 0xFFFF, b[3] - a[3] & 0xFFFFFFFF) for a, b in zip(heard, heard[1:])]
        return {
            "packets": len(heard),
            "types": sorted({each[1] for each in self.arrivals}),
            "gapsMs": gaps,
            "breaks": sum(step != (1, SAMPLES) for step in steps),
            "fromPorts": sorted(self.from_ports),
            "events": self.events,
            "sent": self.sent,
            "loudMs": [each * 1000 for each in self.loud],
            "saidMs": self.said and self.said * 1000,
            "speechLeft": len(self.speech) + len(self.packets),
        }


def open_phone(address, type=0, otherPort=False):
    phone = Phone(address)
    phone.type = type
    if otherPort:
        # The named port is no way to the phone.
        selector.unregister(phone.socket)
        phone.sender = phone.bound(address)
        selector.register(phone.sender, selectors.EVENT_READ, phone)
    name = len(phones)
    phones[name] = phone
    return {"phone": name, "port": phone.socket.getsockname()[1]}


def to(phone, address, port):
    phone.remote = (address, port)
    phone.start(time.monotonic())


def say(phone, file):
    with open(file, "rb") as source:
        said = source.read()
    if phone.type in CODECS:
        phone.speech += said
    else:
        # Each packet is behind its length.
        while said:
            end = 2 + int.from_bytes(said[:2], "big")
            phone.packets.append(said[2:end])
            said = said[end:]


def spoil(phone, loss=0, jitterMs=None, seed=7):
    phone.loss, phone.jitter, phone.line = loss, jitterMs, random.Random(seed)


def echo(phone, gain, delayMs):
    phone.echo = {"table": CODECS[phone.type].scaled(gain), "seconds": delayMs / 1000}


def press(phone, key, frames, type):
    phone.key = ("0123456789*#ABCD".index(key), type, (phone.stamp + SAMPLES) & 0xFFFFFFFF, frames)


def quiet(phone, isQuiet):
    phone.is_quiet = isQuiet


def forget(phone):
    phone.arrivals, phone.sound, phone.events, phone.from_ports, phone.loud = [], bytearray(), [], set(), []


def heard(phone):
    return {**phone.report(), "samples": len(phone.sound)}


def sound(phone, file):
    """What was heard, as 16-bit samples at 8 kHz."""
    decoded = CODECS[phone.type].samples
    with open(file, "wb") as out:
        out.write(struct.pack(f"<{len(phone.sound)}h", *(decoded[byte] for byte in phone.sound)))


def close(phone):
    phone.begun = phone.remote = None
    selector.unregister(phone.sender)
    for each in {phone.socket, phone.sender}:
        each.close()


DO = {"open": open_phone, "to": to, "say": say, "spoil": spoil, "echo": echo, "press": press}
DO |= {"quiet": quiet, "forget": forget, "heard": heard, "sound": sound, "close": close}


def obey(line):
    asked = json.loads(line)
    number, act = asked.pop("id"), DO[asked.pop("do")]
    try:
        if "phone" in asked:
            asked["phone"] = phones[asked["phone"]]
        answer = {"result": act(**asked)}
    except Exception as error:
        answer = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps({"id": number, **answer}), flush=True)


os.set_blocking(0, False)
selector.register(0, selectors.EVENT_READ, None)
unread = b""
while True:
    wait = max(0, due[0][0] - time.monotonic()) if due else None
    for chosen, _ in selector.select(wait):
        if chosen.data:
            chosen.data.receive(chosen.fileobj)
            continue
        chunk = os.read(0, 65536)
        if not chunk:
            sys.exit()
        *lines, unread = (unread + chunk).split(b"\n")
        for line in lines:
            obey(line)
    while due and due[0][0] <= time.monotonic():
        heapq.heappop(due)[2]()
