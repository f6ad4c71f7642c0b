import { IconEyeOff } from '@tabler/icons-react'
import { isForGuests } from '#survey/for-guests.ts'
import type { Answer } from '#survey/survey.ts'
import { t } from '#web/lib/language/translate.ts'
import { useSurvey } from '../draft-context.ts'
import classes from './field.module.css'

/** Whether customers get nothing of this answer, by the rule by which they are served. */
export function useIsInternal(answer: Answer | undefined): boolean {
  return useSurvey((survey) => answer !== undefined && !isForGuests(survey, answer))
}

export function InternalNote({ id }: { readonly id?: string }) {
  return (
    <p {...(id !== undefined && { id })} className={classes.internal}>
      <IconEyeOff size={16} aria-hidden />
      {t('form.internal')}
    </p>
  )
}
