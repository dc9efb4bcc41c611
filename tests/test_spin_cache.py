"""The cache of compiled verifiers: whole entries or none, few of them, and only our own."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from penstock.spin.cache import Cache, default_directory, key_of


def test_what_is_put_can_be_got(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "a" / "b")
    assert cache.get("key") is None
    cache.put("key", b"program")
    assert cache.get("key") == b"program"
    assert (tmp_path / "a" / "b").stat().st_mode & 0o077 == 0


def test_damage_is_noticed(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    cache.put("key", b"program")
    entry = tmp_path / "cache" / "key"
    entry.write_bytes(entry.read_bytes()[:-1])
    assert cache.get("key") is None


def test_old_entries_go(tmp_path: Path) -> None:
    """Another directory inside, as that of the answers, is left alone."""
    cache = Cache(tmp_path / "cache", entries=3)
    (tmp_path / "cache" / "answers").mkdir()
    os.utime(tmp_path / "cache" / "answers", (0, 0))
    keys = [key_of([bytes([number])]) for number in range(6)]
    for number, key in enumerate(keys):
        cache.put(key, b"x")
        os.utime(tmp_path / "cache" / key, (number, number))
    assert sorted(entry.name for entry in (tmp_path / "cache").iterdir()) == sorted([*keys[3:], "answers"])
    assert cache.get(keys[5]) == b"x" and cache.get(keys[0]) is None


def test_large_entries_go(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache", size=1000)
    for name in (b"a", b"b", b"c"):
        cache.put(key_of([name]), bytes(400))
    assert sum(entry.stat().st_size for entry in (tmp_path / "cache").iterdir()) <= 1000


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o701])
def test_a_directory_that_others_can_use_is_not_trusted(mode: int, tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache").chmod(mode)
    assert Cache(tmp_path / "cache").directory is None


def test_a_link_is_not_trusted(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert Cache(tmp_path / "link").directory is None
    assert Cache(None).get("key") is None


def test_writers_at_the_same_time(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: cache.put("key", bytes([number]) * 10_000), range(40)))
    program = cache.get("key")
    assert program is not None and len(set(program)) == 1


def test_keys_and_places(monkeypatch: pytest.MonkeyPatch) -> None:
    assert key_of([b"a", b"b"]) != key_of([b"ab"]) != key_of([b"", b"ab"])
    monkeypatch.setenv("XDG_CACHE_HOME", "/some/cache")
    monkeypatch.delenv("PENSTOCK_CACHE", raising=False)
    assert default_directory() == Path("/some/cache/penstock")
    monkeypatch.setenv("PENSTOCK_CACHE", "/mine")
    assert default_directory() == Path("/mine")
