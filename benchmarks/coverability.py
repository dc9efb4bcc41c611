"""What pm4py says about a net: the most tokens that places ever hold together, by its minimal coverability graph.

python -m benchmarks.coverability NET.pnml < groups.json: lists of numbers of places; it writes a number for each, null
where there is no limit.  pm4py begins with one token at most in a place; here it begins with those of the file.
"""

from __future__ import annotations

import json
import sys
import warnings


def main() -> None:
    warnings.simplefilter("ignore")
    import numpy
    import pm4py
    from pm4py.algo.analysis.woflan.graphs import utility
    from pm4py.algo.analysis.woflan.graphs.minimal_coverability_graph import minimal_coverability_graph

    net, start, _ = pm4py.read_pnml(sys.argv[1])
    places = sorted(net.places, key=lambda place: place.name)
    utility.convert_marking = lambda *_: numpy.array([float(start[place]) for place in places])
    graph = minimal_coverability_graph.apply(net, start)
    at = {place.name: number for number, place in enumerate(places)}
    markings = [marking for _, marking in graph.nodes(data="marking")]
    groups = [[at[f"p{number}"] for number in group] for group in json.load(sys.stdin)]
    most = [max(sum(marking[place] for place in group) for marking in markings) for group in groups]
    json.dump([None if found == numpy.inf else int(found) for found in most], sys.stdout)


if __name__ == "__main__":
    main()
