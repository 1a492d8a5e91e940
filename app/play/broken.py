"""What the log may say of an error of ours."""

import traceback


def described(broken: BaseException) -> str:
    """What broke and where. Without the message, which may hold cards."""
    frames = traceback.extract_tb(broken.__traceback__)
    places = " < ".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in reversed(frames))
    return f"{type(broken).__name__} at {places}"
