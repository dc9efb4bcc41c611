"""Penstock in a browser: one page, whose questions are answered here.

    page ── frames of JSON ── server (or a worker of the browser) ── session: runs with a cursor, verbs, files

`protocol` has the records, from which the page's types are written; `methods` lists what can be asked; `session`
answers it, and knows nothing of sockets and processes.
"""
