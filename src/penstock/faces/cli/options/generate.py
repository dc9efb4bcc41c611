"""`penstock generate`: its help and options."""

from __future__ import annotations

from argparse import ArgumentParser

from penstock.faces.cli.command import Command
from penstock.tasks.requests.generate import GenerateRequest

DESCRIPTION = """Write a program in C: one file for each process, with the names and the structure of the model, a
small runtime, and a Makefile.  Each process becomes a function that waits where the model waits, without polling.
Whatever the program does, the model allows."""
EPILOG = """examples:
  penstock generate model.pml -o program && make -C program && program/model
  penstock generate model.pml -o program --choice random"""


def add_files(parser: ArgumentParser) -> None:
    parser.add_argument("-o", dest="directory", metavar="DIR", required=True, help="the directory for the program")


COMMAND = Command(GenerateRequest, DESCRIPTION, EPILOG, ("text", "json", "sarif"), add_files, output=None)
