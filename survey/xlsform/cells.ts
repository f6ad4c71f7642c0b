/** What the columns `required`, `read_only` and the like say for 'yes'. */
const yes: ReadonlySet<string> = new Set(['yes', 'true', 'true()', '1', 'x'])
const no: ReadonlySet<string> = new Set(['', 'no', 'false', 'false()', '0'])

export function isYes(cell: string): boolean {
  return yes.has(cell.trim().toLowerCase())
}

/** Neither yes nor no: an expression. */
export function isSometimes(cell: string): boolean {
  return !isYes(cell) && !no.has(cell.trim().toLowerCase())
}

/** `start=1 end=10 step=1`, with commas, semicolons or spaces between. */
export function parametersIn(cell: string): ReadonlyMap<string, string> {
  return new Map(
    [...cell.matchAll(/([\w-]+)\s*=\s*([^\s,;]+)/g)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value,
    ]),
  )
}

/** undefined: it is no number. */
export function numberIn(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const value = Number(text)
  return Number.isFinite(value) ? value : undefined
}
