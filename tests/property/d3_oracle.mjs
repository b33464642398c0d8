// Lays out trees with d3-hierarchy, for comparison. Usage: node d3_oracle.mjs PATH_OF_D3
// Reads a line for every batch: a JSON array of trees, each the child counts of its nodes in preorder.
// Answers a line: a JSON array of [x, y] pairs of arrays, in preorder, px.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { hierarchy, tree } = await import(pathToFileURL(process.argv[2]).href);

function fromCounts(counts) {
  const root = { below: [] };
  const open = [{ node: root, missing: counts[0] }];
  for (let i = 1; open.length; ) {
    const top = open[open.length - 1];
    if (top.missing-- === 0) {
      open.pop();
      continue;
    }
    const node = { below: [] };
    top.node.below.push(node);
    open.push({ node, missing: counts[i++] });
  }
  return root;
}

function placed(counts) {
  const root = tree().nodeSize([64, 36])(hierarchy(fromCounts(counts), (node) => node.below));
  const x = [];
  const y = [];
  root.eachBefore((node) => {
    x.push(node.x);
    y.push(node.y);
  });
  return [x, y];
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(JSON.parse(line).map(placed)) + "\n");
}
