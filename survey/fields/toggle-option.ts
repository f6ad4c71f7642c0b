import type { AnswerValue } from './kind.ts'

/** Whether the option excludes all others: 'None', 'None found', in the languages of the templates. */
export function excludesOthers(option: string): boolean {
  return /^(none|ningun[oa])(?!\p{L})/iu.test(option.trim())
}

/** Returns the selected options in order after one was checked or cleared. */
export function toggleOption(
  options: readonly string[],
  { values }: Pick<AnswerValue, 'values'>,
  changed: string,
  on: boolean,
): readonly string[] {
  const goes = (one: string) => on && excludesOthers(one) !== excludesOthers(changed)
  return options.filter((one) => (one === changed ? on : values.includes(one) && !goes(one)))
}
