"""A page of ours that plays like GamePigeon's Word Hunt, and the loopback server that brings it."""
