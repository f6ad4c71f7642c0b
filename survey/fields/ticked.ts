import type { AnswerValue } from './kind.ts'

/** 'None', 'None found': it excludes every other answer. In the languages that templates are written in. */
export function excludesOthers(option: string): boolean {
  return /^(none|ningun[oa])(?!\p{L})/iu.test(option.trim())
}

/** The options that are ticked once one of them was ticked or cleared, in their order. */
export function ticked(
  options: readonly string[],
  { values }: Pick<AnswerValue, 'values'>,
  changed: string,
  on: boolean,
): readonly string[] {
  const goes = (one: string) => on && excludesOthers(one) !== excludesOthers(changed)
  return options.filter((one) => (one === changed ? on : values.includes(one) && !goes(one)))
}
