"""A telephone by PJSIP, at 127.0.0.2. Calls `TO`, says the WAV file `WORDS`, does what `DO` names and hangs up.

Environment: TO, CODEC (such as `G722/16000`), WORDS, HEARD (a WAV file that is written), DO (`listen`, `keys` or `hold`), LOSS (percent of the
packets that it sends and that it hears, dropped). Prints a step a line, and `done`.
"""

import json
import os
import sys
import threading
import time

import pjsua2 as pj

ADDRESS = "127.0.0.2"
ended = threading.Event()
talking = threading.Event()


def step(name, value=None):
    print(json.dumps({"step": name, "value": value}), flush=True)


class Call(pj.Call):
    def __init__(self, account):
        super().__init__(account)
        self.player, self.recorder = pj.AudioMediaPlayer(), pj.AudioMediaRecorder()
        self.recorder.createRecorder(os.environ["HEARD"])
        self.player.createPlayer(os.environ["WORDS"], pj.PJMEDIA_FILE_NO_LOOP)

    def onCallState(self, _):
        info = self.getInfo()
        if info.state == pj.PJSIP_INV_STATE_DISCONNECTED:
            step("ended", {"code": info.lastStatusCode, "reason": info.lastReason})
            ended.set()

    def onCallMediaState(self, _):
        info = self.getInfo()
        for media in info.media:
            if media.type == pj.PJMEDIA_TYPE_AUDIO and media.status == pj.PJSUA_CALL_MEDIA_ACTIVE:
                self.getAudioMedia(media.index).startTransmit(self.recorder)
                talking.set()

    def speak(self):
        self.player.startTransmit(self.getAudioMedia(-1))


def wait(event, seconds, what):
    until = time.monotonic() + seconds
    while not event.is_set():
        endpoint.libHandleEvents(10)
        if time.monotonic() > until or (ended.is_set() and event is not ended):
            print(f"waited in vain for {what}", flush=True)
            # The library aborts when Python takes its objects apart.
            os._exit(1)


def last(seconds):
    until = time.monotonic() + seconds
    while time.monotonic() < until and not ended.is_set():
        endpoint.libHandleEvents(10)


endpoint = pj.Endpoint()
endpoint.libCreate()
settings = pj.EpConfig()
settings.logConfig.level = settings.logConfig.consoleLevel = 0
settings.uaConfig.threadCnt = 0
settings.uaConfig.mainThreadOnly = True
settings.medConfig.noVad = True
settings.medConfig.ecTailLen = 0
settings.medConfig.txDropPct = settings.medConfig.rxDropPct = int(os.environ.get("LOSS", "0"))
endpoint.libInit(settings)
transport = pj.TransportConfig()
transport.boundAddress = ADDRESS
transport.port = 0
endpoint.transportCreate(pj.PJSIP_TRANSPORT_UDP, transport)
endpoint.libStart()
endpoint.audDevManager().setNullDev()
wanted = os.environ["CODEC"]
names = [each.codecId for each in endpoint.codecEnum2()]
step("codecs", names)
if not any(name.startswith(wanted) for name in names):
    sys.exit(f"PJSIP has no {wanted}")
for name in names:
    endpoint.codecSetPriority(name, 255 if name.startswith(wanted) else 0)
account_settings = pj.AccountConfig()
account_settings.idUri = f"sip:+14155550199@{ADDRESS}"
account_settings.mediaConfig.transportConfig.boundAddress = ADDRESS
account = pj.Account()
account.create(account_settings)

call = Call(account)
call.makeCall(os.environ["TO"], pj.CallOpParam(True))
wait(talking, 60, "an answer")
stream = call.getStreamInfo(0)
step("answered", {"codec": stream.codecName, "rate": stream.codecClockRate})
call.speak()
seconds = call.player.getInfo().sizeBytes / 2 / 16000
doing = os.environ["DO"]
if doing == "keys":
    last(4)
    call.dialDtmf("15#")
    last(3)
elif doing == "hold":
    last(3)
    talking.clear()
    call.setHold(pj.CallOpParam(True))
    last(8)
    op = pj.CallOpParam(True)
    op.opt.flag = pj.PJSUA_CALL_UNHOLD
    call.reinvite(op)
    wait(talking, 30, "the end of hold")
    step("resumed")
    last(2)
else:
    last(seconds + 3)
stat = call.getStreamStat(0).rtcp
step("heard", {"packets": stat.rxStat.pkt, "lost": stat.rxStat.loss, "sent": stat.txStat.pkt})
if not ended.is_set():
    call.hangup(pj.CallOpParam(True))
    wait(ended, 20, "the end")
del call
endpoint.libDestroy()
print("done", flush=True)
