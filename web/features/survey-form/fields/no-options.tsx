import { offeredOptions, unavailableChoices } from '#survey/options.ts'
import type { Answer } from '#survey/survey.ts'
import { t } from '#web/lib/language/translate.ts'
import classes from './input.module.css'

/** The offered options, plus chosen ones that are no longer offered, in the template's order. */
export function visibleOptions(answer: Answer): readonly string[] {
  const offered = offeredOptions(answer)
  if (answer.offer === undefined) return offered
  const drawn = new Set([...offered, ...unavailableChoices(answer)])
  return answer.field.options.filter((option) => drawn.has(option))
}

/** Explains why no options are offered and which field to answer first. */
export function NoOptions({ answer }: { readonly answer: Answer }) {
  if (offeredOptions(answer).length > 0) return null
  const after = answer.offer?.after ?? null
  const text = after === null ? t('form.noOptionFits') : t('form.answerFirst', { field: after })
  return <p className={classes.hint}>{text}</p>
}
