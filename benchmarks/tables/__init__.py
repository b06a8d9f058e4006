"""Parts of `benchmarks/server.py`: processes that are measured, and the load that is put on them."""
