"""Graphs: laid out in layers, drawn as SVG or written as dot."""
