import { expressionLimits } from './expression.ts'

/** Returns an expression that is true if all conditions are. Stops once the result is too long to be valid. */
export function joined(conditions: readonly string[]): string {
  const given = conditions.filter((one) => one !== '')
  if (given.length < 2) return given[0] ?? ''
  let all = ''
  for (const one of given) {
    if (all.length > expressionLimits.length) break
    all += all === '' ? `(${one})` : ` and (${one})`
  }
  return all
}
