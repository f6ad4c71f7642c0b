import { titledNameOf } from '#survey/numbering.ts'
import type { Answer } from '#survey/survey.ts'
import { t } from '#web/lib/language/translate.ts'
import { checkCopied } from '#web/offline/draft/copy-actions.ts'
import type { FieldPlace } from '#web/offline/draft/draft.ts'
import { useDraft, useSurvey } from '../draft-context.ts'
import classes from './copy-mark.module.css'

/** 'Copied' in the label's row. Pressing it or touching the value marks the answer as checked. */
export function CopyMark({ answer, place }: { readonly answer: Answer; readonly place: FieldPlace }) {
  const draft = useDraft()
  const source = answer.copiedFrom ?? answer.media.find(({ copiedFrom }) => copiedFrom !== null)?.copiedFrom
  const from = useSurvey((survey) => {
    const section = survey.sections.find(({ id }) => id === place.section)
    const part = section?.subSections.find(({ id, answers }) =>
      answer.copiedFrom ? id === source : answers.some(({ media }) => media.some((one) => one.id === source)),
    )
    return section && part ? titledNameOf(section, part) : (section?.definition.name ?? '')
  })
  const mark = t('form.copyMark')
  const label = t('form.copyConfirm', { mark, from, name: answer.field.name })
  return (
    <button
      type="button"
      className={classes.mark}
      data-copied
      aria-label={label}
      title={label}
      onClick={() => void checkCopied(draft, [{ place, answers: [answer] }])}
    >
      <span>{mark}</span>
    </button>
  )
}
