"""The forms of a notice: a signed webhook, a chat message, a mail. Pure."""
