"""Access logs → the shape of their traffic. Pure: callers read the bytes and feed them."""
