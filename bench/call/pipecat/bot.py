"""Pipecat as a peer of `npm run bench -- call`: model, voice and recognizer are the bench's, everything else is Pipecat's default.

The pipeline is that of `pipecat init` (cascade, SmallWebRTC). One process serves every call, as `pipecat.runner.run` does it.

Environment:
  MODEL_URL  base URL of an OpenAI-compatible server; the offer's `request_data.model` names the model
  MOONSHINE  folder with encoder_model.onnx and decoder_model_merged.onnx
  TOKENS     their vocabulary, as sherpa-onnx reads it
  GREETING   what the bot says first
"""

import asyncio
import math
import os
from collections.abc import AsyncGenerator

import numpy as np
import sherpa_onnx
from loguru import logger

from pipecat.audio.vad.silero import SileroVADAnalyzer
from pipecat.frames.frames import Frame, TranscriptionFrame, TTSAudioRawFrame, TTSSpeakFrame
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMContextAggregatorPair, LLMUserAggregatorParams
from pipecat.runner.types import RunnerArguments
from pipecat.runner.utils import create_transport
from pipecat.services.openai.llm import OpenAILLMService
from pipecat.services.settings import STTSettings, TTSSettings
from pipecat.services.stt_service import SegmentedSTTService
from pipecat.services.tts_service import TTSService
from pipecat.transports.base_transport import TransportParams
from pipecat.utils.time import time_now_iso8601
from pipecat.workers.runner import WorkerRunner

# As the product's voice `fake-tone`.
TONE_HZ, TONE_LEVEL, MS_PER_CHARACTER = 440, 8000, 60

# One model for every call of the process and one thread, as in the product.
recognizer = sherpa_onnx.OfflineRecognizer.from_moonshine_v2(
    encoder=f"{os.environ['MOONSHINE']}/encoder_model.onnx",
    decoder=f"{os.environ['MOONSHINE']}/decoder_model_merged.onnx",
    tokens=os.environ["TOKENS"],
    num_threads=1,
)


def recognize(pcm: bytes) -> str:
    stream = recognizer.create_stream()
    stream.accept_waveform(16_000, np.frombuffer(pcm, dtype=np.int16).astype(np.float32) / 32_768)
    recognizer.decode_stream(stream)
    return stream.result.text.strip()


class MoonshineStt(SegmentedSTTService):
    """Transcribes the segment that the VAD has cut, as Pipecat's own local recognizers do."""

    def __init__(self, **kwargs):
        super().__init__(sample_rate=16_000, settings=STTSettings(model="moonshine-tiny", language=None), **kwargs)

    @property
    def wants_wav_segments(self) -> bool:
        return False

    async def run_stt(self, audio: bytes) -> AsyncGenerator[Frame | None, None]:
        text = await asyncio.to_thread(recognize, audio)
        if text:
            yield TranscriptionFrame(text, self._user_id, time_now_iso8601(), None)


class ToneTts(TTSService):
    """Hums at once, 60 ms for each character."""

    def __init__(self, **kwargs):
        settings = TTSSettings(model="tone", voice="tone", language=None)
        super().__init__(push_start_frame=True, push_stop_frames=True, settings=settings, **kwargs)

    async def run_tts(self, text: str, context_id: str) -> AsyncGenerator[Frame | None, None]:
        at = np.arange(self.sample_rate * MS_PER_CHARACTER * len(text.strip()) // 1000)
        pcm = (np.sin(2 * math.pi * TONE_HZ * at / self.sample_rate) * TONE_LEVEL).astype(np.int16)
        step = self.sample_rate // 50
        for start in range(0, len(pcm), step):
            yield TTSAudioRawFrame(pcm[start : start + step].tobytes(), self.sample_rate, 1, context_id=context_id)


transport_params = {"webrtc": lambda: TransportParams(audio_in_enabled=True, audio_out_enabled=True)}


async def bot(runner_args: RunnerArguments):
    body = runner_args.body if isinstance(runner_args.body, dict) else {}
    transport = await create_transport(runner_args, transport_params)
    llm = OpenAILLMService(
        api_key="none",
        base_url=os.environ["MODEL_URL"],
        settings=OpenAILLMService.Settings(model=body["model"], system_instruction="You answer for a small shop."),
    )
    user, assistant = LLMContextAggregatorPair(
        LLMContext(), user_params=LLMUserAggregatorParams(vad_analyzer=SileroVADAnalyzer())
    )
    pipeline = Pipeline([transport.input(), MoonshineStt(), user, llm, ToneTts(), transport.output(), assistant])
    worker = PipelineWorker(pipeline, params=PipelineParams(enable_metrics=True, enable_usage_metrics=True))
    runner = WorkerRunner(handle_sigint=runner_args.handle_sigint)
    await runner.add_workers(worker)

    @transport.event_handler("on_client_connected")
    async def on_client_connected(transport, client):
        await worker.queue_frames([TTSSpeakFrame(os.environ["GREETING"])])

    @transport.event_handler("on_client_disconnected")
    async def on_client_disconnected(transport, client):
        await runner.cancel()

    await runner.run()


if __name__ == "__main__":
    from pipecat.runner.run import main

    recognize(b"\0\0" * 16_000)
    add = logger.add
    # The runner adds its own sink at DEBUG; a deployed bot logs less.
    logger.add = lambda sink, **options: add(sink, **{**options, "level": "WARNING"})
    main()
