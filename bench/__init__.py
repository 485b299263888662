"""Benchmarks: each part measures one thing beside its peer, and writes into `results.md`."""
