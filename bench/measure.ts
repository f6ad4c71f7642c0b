/** One figure of a bench, with the baseline of the same run that makes it comparable between machines. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly baseline?: { readonly name: string; readonly value: number }
}

/** A figure over its baseline; null without one. This is what is compared from run to run. */
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

/** Milliseconds that the work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Medians of `times` runs of both, in turn: a drift of the machine meets both alike. */
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
