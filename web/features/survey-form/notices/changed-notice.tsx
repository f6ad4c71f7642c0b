import { changedSinceSubmission, changedText } from '#survey/changed-since.ts'
import { t } from '#web/lib/language/translate.ts'
import { useMayEdit, useSurvey } from '../draft-context.ts'
import classes from './access-notice.module.css'
import { useNotice } from './use-notice.ts'

/** Reports that a survey changed after it was submitted, and what is missing now. */
export function ChangedNotice() {
  const text = useSurvey((survey) => changedText(changedSinceSubmission(survey)))
  return text === '' ? null : <Changed text={text} />
}

function Changed({ text }: { text: string }) {
  const mayEdit = useMayEdit()
  useNotice('changed', text)
  return (
    <div className={classes.notice} role="status">
      <div className={classes.words}>
        <p>{text}</p>
        {mayEdit && <p>{t('form.submitAgain')}</p>}
      </div>
    </div>
  )
}
