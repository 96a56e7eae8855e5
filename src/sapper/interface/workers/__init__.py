"""Worker processes that answer what takes time, shared out fairly; servers use them."""
