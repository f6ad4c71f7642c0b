/** A node: six bounds, then where its second child is (or the first shape of a leaf), then how many shapes. */
export const nodeSize = 8

export interface Tree {
  readonly nodes: Float64Array
  readonly order: Int32Array
}

/** Sorts shapes into a tree of bounding boxes so that a ray looks at few of them (surface-area rule). */
export function growTree(bounds: Float64Array): Tree {
  const count = bounds.length / 6
  const order = Int32Array.from({ length: count }, (_, n) => n)
  const nodes: number[] = []

  function grow(from: number, to: number): void {
    const node = nodes.length
    nodes.push(...around(bounds, order, from, to), from, to - from)
    const cut = to - from > 2 ? bestCut(bounds, order, from, to) : null
    if (cut === null) return
    grow(from, cut)
    nodes[node + 6] = nodes.length
    nodes[node + 7] = 0
    grow(cut, to)
  }
  grow(0, count)
  return { nodes: Float64Array.from(nodes), order }
}

function around(bounds: Float64Array, order: Int32Array, from: number, to: number): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
  for (let n = from; n < to; n++) widen(box, bounds, (order[n] ?? 0) * 6)
  return box
}

function widen(box: number[], bounds: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) {
    box[k] = Math.min(box[k] ?? 0, bounds[at + k] ?? 0)
    box[k + 3] = Math.max(box[k + 3] ?? 0, bounds[at + k + 3] ?? 0)
  }
}

function skin(box: readonly number[]): number {
  const [x, y, z] = [0, 1, 2].map((k) => (box[k + 3] ?? 0) - (box[k] ?? 0)) as [number, number, number]
  return x * y + y * z + z * x
}

/** Tries each axis; the cheapest cut wins, unless a leaf is cheaper. The order is left sorted for it. */
function bestCut(bounds: Float64Array, order: Int32Array, from: number, to: number): number | null {
  const count = to - from
  const part = order.subarray(from, to)
  const whole = skin(around(bounds, order, from, to))
  let [cheapest, axis, cut] = [count <= 4 ? count * whole : Infinity, -1, 0]
  for (let k = 0; k < 3; k++) {
    sortAlong(bounds, part, k)
    const right = new Float64Array(count)
    let box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
    for (let n = count - 1; n > 0; n--) {
      widen(box, bounds, (part[n] ?? 0) * 6)
      right[n] = skin(box)
    }
    box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
    for (let n = 1; n < count; n++) {
      widen(box, bounds, (part[n - 1] ?? 0) * 6)
      const cost = whole * 0.5 + skin(box) * n + (right[n] ?? 0) * (count - n)
      if (cost < cheapest) [cheapest, axis, cut] = [cost, k, n]
    }
  }
  if (axis < 0) return null
  sortAlong(bounds, part, axis)
  return from + cut
}

function sortAlong(bounds: Float64Array, part: Int32Array, axis: number): void {
  const middle = (shape: number) => (bounds[shape * 6 + axis] ?? 0) + (bounds[shape * 6 + axis + 3] ?? 0)
  part.sort((a, b) => middle(a) - middle(b) || a - b)
}
