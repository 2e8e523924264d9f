"""The expert for two: alpha-beta over threats, and the proofs that go before it."""
