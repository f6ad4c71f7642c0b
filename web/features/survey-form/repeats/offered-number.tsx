import { identityOf, suggestedIdentity } from '#survey/identity.ts'
import type { Answer } from '#survey/survey.ts'
import { t } from '#web/lib/language/translate.ts'
import type { FieldPlace } from '#web/offline/draft/draft.ts'
import { useDraft, useSurvey } from '../draft-context.ts'
import classes from './offered-number.module.css'

/** Offers the next free number below an empty identity field. */
export function OfferedNumber({ answer, place }: { readonly answer: Answer; readonly place: FieldPlace }) {
  const draft = useDraft()
  const value = useSurvey((survey) => {
    const section = survey.sections.find(({ id }) => id === place.section)
    const part = section?.subSections.find(({ id }) => id === place.subSection)
    if (!section || !part || identityOf(section, part)?.id !== answer.id) return ''
    return suggestedIdentity(section, part)
  })
  if (value === '') return null
  return (
    <button
      type="button"
      className={classes.offer}
      // Keeps focus, and the on-screen keyboard, in the field.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => draft.type(place, answer, { value, values: [] })}
    >
      {t('form.useNext', { value })}
    </button>
  )
}
