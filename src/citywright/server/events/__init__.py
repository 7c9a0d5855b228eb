"""Events: tournaments and leagues that go on over days by themselves."""
