"""`python -m benchmarks.embedded`: a table of sizes on a Cortex-M3, everything linked as it would be flashed."""

from __future__ import annotations

import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from penstock.codegen.choices import Target
from penstock.faces.cli.files import write_files
from penstock.reading.source import Source
from penstock.tasks.generate import generate
from penstock.tasks.requests.generate import GenerateRequest

HERE = Path(__file__).parent
EXAMPLES = HERE.parent.parent / "examples"
MODELS = {"alternating bit protocol": ("abp/ideal.pml", "alternating.c"), "leader of five": ("leader.pml", "leader.c")}
COMPILER = "arm-none-eabi-gcc -std=c99 -ffreestanding -Os -Wall -Wextra -Wconversion -Werror -mcpu=cortex-m3 -mthumb"
LINKING = "-ffunction-sections -fdata-sections -nostartfiles -Wl,--gc-sections --specs=nosys.specs"
EMULATOR = "qemu-system-arm -M lm3s6965evb -nographic -monitor none -serial none -semihosting-config enable=on"


@dataclass(frozen=True)
class Size:
    """Bytes: in flash, of variables, and of stack where it was measured."""

    flash: int
    variables: int
    stack: int | None = None


def generated(model: Path, directory: Path) -> Size:
    files = generate(GenerateRequest(Source(path=str(model)), target=Target.EMBEDDED)).files
    write_files(str(directory), files)
    make = ["make", "-s", "-C", str(directory), "PORT=cortex_m"]
    program = directory / model.stem
    subprocess.run(make, check=True)
    plain = measured(program)
    assert subprocess.run([*EMULATOR.split(), "-kernel", program], capture_output=True, timeout=60).returncode == 0
    subprocess.run([*make, "clean"], check=True)
    subprocess.run([*make, "TEXTS=1"], check=True)
    ran = subprocess.run([*EMULATOR.split(), "-kernel", program], capture_output=True, text=True, timeout=60)
    found = re.search(r"stack: (\d+)", ran.stderr)
    assert found is not None
    return Size(plain.flash, plain.variables, int(found[1]))


def by_hand(source: Path, script: Path, directory: Path) -> Size:
    program = directory / "hand"
    files = [str(source), str(HERE / "start.c")]
    subprocess.run([*COMPILER.split(), *LINKING.split(), "-T", script, "-o", program, *files], check=True)
    assert subprocess.run([*EMULATOR.split(), "-kernel", program], capture_output=True, timeout=60).returncode == 0
    return measured(program)


def measured(program: Path) -> Size:
    shown = subprocess.run(["arm-none-eabi-size", program], capture_output=True, text=True, check=True).stdout
    text, data, bss = map(int, shown.splitlines()[1].split()[:3])
    return Size(text + data, data + bss)


def main() -> None:
    print("| | flash | variables | stack, with texts |")
    print("| --- | ---: | ---: | ---: |")
    for name, (model, hand) in MODELS.items():
        with tempfile.TemporaryDirectory() as place:
            made = generated(EXAMPLES / model, Path(place))
            written = by_hand(HERE / hand, Path(place, "runtime", "cortex_m.ld"), Path(place))
        print(f"| {name} | {made.flash:,} | {made.variables:,} | {made.stack} |")
        print(f"| the same by hand | {written.flash:,} | {written.variables:,} | |")


if __name__ == "__main__":
    main()
