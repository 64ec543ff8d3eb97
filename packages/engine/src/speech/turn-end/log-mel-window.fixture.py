"""Writes log-mel-window.fixture.json: some features of the sound of log-mel-window.test.ts, by the reference implementation.

Needs numpy and transformers: `python3 log-mel-window.fixture.py`.
"""

import json
import pathlib

import numpy as np
from transformers import WhisperFeatureExtractor

RATE = 16_000


def sound(samples):
    at = np.arange(samples)
    seconds = at / RATE
    level = np.where(at < samples - 1600, 6000 * np.sin(2 * np.pi * 1.5 * seconds) ** 2, 3)
    # JavaScript's Math.round.
    return np.floor(40 + level * np.sin(2 * np.pi * (200 + 300 * seconds) * seconds) + 0.5)


extract = WhisperFeatureExtractor(chunk_length=8)
found = {}
for samples in (38_400, 192_000):
    window = sound(samples)[-8 * RATE :].astype(np.float32) / 32_768
    window = np.pad(window, (8 * RATE - len(window), 0))
    features = extract(window, sampling_rate=RATE, do_normalize=True, return_tensors="np").input_features[0]
    # The frame at the first sound and the one at the begin of the window have sound before them here, and a mirror image there.
    first = 800 - min(samples, 8 * RATE) // 160
    frames = [frame for frame in range(0, 800, 37) if frame not in (0, first - 1, first)] + [798, 799]
    found[samples] = [[band, frame, round(float(features[band, frame]), 5)] for band in range(0, 80, 3) for frame in frames]
path = pathlib.Path(__file__).with_name("log-mel-window.fixture.json")
path.write_text(json.dumps(found, separators=(",", ":")) + "\n")
