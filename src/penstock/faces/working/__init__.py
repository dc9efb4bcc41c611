"""Processes that work for a server: started, talked to through a pipe, limited, and ended with all they started.

processes    the server's side: frames of bytes there and back
child        the side of the process: one question after the other, which can be cancelled meanwhile
"""
