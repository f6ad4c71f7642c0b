/** One measured figure. Its baseline from the same run makes it comparable between machines. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly baseline?: { readonly name: string; readonly value: number }
}

/** Returns the figure relative to its baseline, for comparison between runs; null without one. */
export function ratioOf({ value, baseline }: Figure): number | null {
  return baseline ? value / baseline.value : null
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Returns the duration of the work in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/**
 * Returns medians of `times` runs of both, alternating, so that drift of the machine affects both equally.
 */
export async function inTurn(
  times: number,
  work: () => Promise<unknown>,
  baseline: () => Promise<unknown>,
): Promise<{ work: number; baseline: number }> {
  const [first, second]: [number[], number[]] = [[], []]
  for (let run = 0; run < times; run++) {
    second.push(await timed(baseline))
    first.push(await timed(work))
  }
  return { work: median(first), baseline: median(second) }
}
