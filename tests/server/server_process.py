"""Servers in processes of their own, as the fault bench has them."""

from __future__ import annotations

from citywright.lab.faults.server_process import SOURCE, ForkedServer, ServerProcess, free_port

__all__ = ["SOURCE", "ForkedServer", "ServerProcess", "free_port"]
