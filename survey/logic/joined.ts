import { expressionLimits } from './expression.ts'

/** Returns the expression that holds if all of these hold. Stops at the length at which no expression is accepted. */
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
