/** Values that mean 'yes' in columns such as `required` and `read_only`. */
const yes: ReadonlySet<string> = new Set(['yes', 'true', 'true()', '1', 'x'])
const no: ReadonlySet<string> = new Set(['', 'no', 'false', 'false()', '0'])

export function isYes(cell: string): boolean {
  return yes.has(cell.trim().toLowerCase())
}

/** Whether the cell is an expression: neither yes nor no. */
export function isExpression(cell: string): boolean {
  return !isYes(cell) && !no.has(cell.trim().toLowerCase())
}

/** Parses `start=1 end=10 step=1`, separated by commas, semicolons or spaces. */
export function parametersIn(cell: string): ReadonlyMap<string, string> {
  return new Map(
    [...cell.matchAll(/([\w-]+)\s*=\s*([^\s,;]+)/g)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value,
    ]),
  )
}

/** Parses a number; undefined if the text is not a number. */
export function numberIn(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const value = Number(text)
  return Number.isFinite(value) ? value : undefined
}
