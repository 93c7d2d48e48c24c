"""Pictures to grids."""

import os

# OpenCV reads this once, when it is loaded. It is the second line behind `decode.DecodeLimits`: twelve
# times a large phone photo, so that only a header that fooled our own parser ever meets it.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(160_000_000))
# Damaged files are told to whoever sent them, not to the terminal.
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
