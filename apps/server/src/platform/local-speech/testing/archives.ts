/** Archives made by GNU tar and bzip2 (`tar -cjf`). Tests use their digests and sizes. */

/** `toy-voice/model.onnx` and `toy-voice/tokens.txt` of the engine's `toyVoiceFiles()`. */
export const TOY_ARCHIVE = Buffer.from(
  "QlpoOTFBWSZTWdpjjDUAAyn//////f109//5/9cdEP////BJJJE00ACECEZABAJgAgwY0AO+OsybGbql2A1TI0UbTUNNDT1NNPSaBpoNlG0mj0mEA0ABoDQA" +
    "aaMgABpiBqGqeVP1CeSDTwkDJoNAABoaAAADQ0AAAA0AAANNTKbQVRtqgM0j1DQGhpoNNNA0AAAAAAAaGgAGgBBgAJgACYJgAAAAAJgEwEMAAEYAAAJTSmpo" +
    "ynkTRqZNkBMagxNGmEZDQA0AAABoaNAGjQBpo9RBSMz/eXx4+QZUnexWpDDXMBgbRSU7uNoukk71UOCQwGVLnRkM0hWGptd0qUTSSBIhAIQJh0kmdnQhkkwB" +
    "r2bqWL5H2+9AYxWxAQ4VmeR2asOCyi4EzbqILwNogYRLwEeNAAwH+k4dy5JJhBVdRJ0kkk6iE8JCYI42jHmlbCbQN5I2PAM2LGlCpRQsAgcpFE88OX0SE5Ug" +
    "p3YBQUTTt/gSslT8GvkGdNMuMTosgGmiIQ24DUZRW6PrJKLmOpzzWimIfeXUops1EsTOlAqWexFq0oEYxkYQjdd3pSlKUpO9SlKUsrWta1rW2YSZJxDdYMTi" +
    "5mBrxxcbJdpYFaYvkMhiYKmG/ondssBIvERjRR6fHjSFMLXXPVnc9xlBI5ozA5nCBAiQgIJKRQ1KObHSDA9Wbau+uDXTuxuq5W7Z6zt3QXXX7GGGGWWWd7e3" +
    "cCZwTJmq/hds+HQMF0W5LchLgQD1jyo68Ip0dUjQy+5LXiIo88VGNnnnnqIzCyzNh4cVmzLBowG1D2SsBixBySdZOsarWqsZA4aFKIXJIpGatOaoO9f61YoX" +
    "KShBZSVL85pDFCgdIQd3WxFgSL4GKFXVXZ4JBJvunZ4vG+Emm8jJpF7kYxsirMze06E3vkAgBWwAeWgoZBzo4hNKdIU+fujT/on1+0qj4a0vv07+imnMoWNi" +
    "st9UsDkge8X8pvZ3XlXkv9peT++eAewggqu6WOuUGC6oDWOnthAoM9SeSEGzOVNT6y0kl3VKxhZ7j2+B2o+wzWxsJlsaRPeMm+pYgmU3wNYNTn0DsA3XogFQ" +
    "xHAR4RMqM82YFxCO3uMtVUw9WgMqS+UmRnoRIUlgolEqI1JqLacdaAVxFuUHnojKw418Vb8vxJKpSFuuIMH6jhptsECcS6BGNDUKSUKYKEFbBygUQFWCLnyS" +
    "kbFVWP0RDa5kG7NpR2AmKtPJrlwbZcSRmpUKJWiUY1DYgzkXzt4EV3YsEr1Ap7cIyOsYD36SPPJez4JQDMTZPgwYygEwwgSo0lC9KeJ+Z6sIiWBCKcUAO4d2" +
    "C8rRFTUwXB2qsCYzhO9sRqxdtQnODCoJmwWWxBEUYWjDsFqiRdl4h0yg4Xpg2WoG6MksuTGJjatrThdG4uJ9U2Qvi+/rR3BIFSZrFCqYG1ziGV1CvCCqDPoE" +
    "5KO3fTBeVdbLP5ubVE6YMEloGC0zAQtra3x4TC1hOhvWJ/a46ADZbE/4u5IpwoSG0xxhqA==",
  "base64",
);

/** `linked/tokens.txt`, a symbolic link that leads to `/etc/passwd`. */
export const LINKED_ARCHIVE = Buffer.from(
  "QlpoOTFBWSZTWVpXkOQAAJV/gMiAACBAAf+AAACCIG4t3sAECCAAlISp6kM1T1GRo00yNGNNQSSowaAAAAD3nB1DnwQNAkhFNT7OCYkGIBCGE0Jwfjnpfm+I" +
    "4wEAesWAjXcKo53eTEUB5IRZVWMQTPTPTjA2U9D87LU2N9KTGk0xlwfKIjCdKWS8CQfC7kinChILSvIcgA==",
  "base64",
);

/** `../evil.txt`. */
export const OUTSIDE_ARCHIVE = Buffer.from(
  "QlpoOTFBWSZTWdX2mo0AAFv7gMkQAAJAAf+AAgBiJB9ABAggAFQ0p6mT1MQDaQHlBJJHqYgAAB91XKhCCLoQjLCRHFnQIZcQnzC692epE2AKgByPc64BTu4i" +
    "qbJK8VezD0eM72ZxTIiID8XckU4UJDV9pqNA",
  "base64",
);
