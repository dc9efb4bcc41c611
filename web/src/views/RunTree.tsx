/** The runs so far as a tree, on the same scale as the slider: click where to go on. */
export function RunTree() {
  return null;
}
