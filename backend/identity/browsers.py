"""A browser's User-Agent in a few words, such as “Firefox on Linux”. Pure."""

# The first that is named counts: Edge and Opera also say Chrome, and Chrome also says Safari.
PROGRAMS = {
    "Edg/": "Edge",
    "OPR/": "Opera",
    "Firefox/": "Firefox",
    "Chrome/": "Chrome",
    "CriOS/": "Chrome",
    "Safari/": "Safari",
    "curl/": "curl",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS X": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


def browser_words(user_agent: str) -> str:
    """What to call it; only words of ours, whatever it says of itself."""
    program = next((name for mark, name in PROGRAMS.items() if mark in user_agent), "Another program")
    system = next((name for mark, name in SYSTEMS.items() if mark in user_agent), "")
    return f"{program} on {system}" if system else program
