import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { acceptSurvey } from '#contract/surveys/reviews.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { fetchSurvey } from '#web/offline/incoming/fetch-survey.ts'
import { ConfirmCall } from '#web/ui/confirm-call.tsx'
import { useDraft } from '../draft-context.ts'
import { useNotice } from '../notices/use-notice.ts'
import classes from './review.module.css'
import { useReviewing } from './review-context.tsx'
import { SendBackDialog } from './send-back-dialog.tsx'

interface Props {
  readonly accepted: boolean
  /** The way to where notes are written; undefined = the fields themselves are here. */
  readonly noting?: ReactNode
}

/** What a reviewer can do with a submitted survey. */
export function ReviewBar({ accepted, noting }: Props) {
  const { account, survey } = useDraft()
  const { known, own, forget } = useReviewing()
  const [asked, setAsked] = useState<'accept' | 'sendBack' | null>(null)
  const count = Object.keys(own).length
  const written = count > 0 ? t('reviews.barNotes', { count }) : ''
  useNotice('review', written || t('reviews.barTitle'))

  async function accept(): Promise<string | null> {
    const input = { params: { id: survey.id }, body: { last_edited: known?.lastEdited ?? '' } }
    const result = await call(acceptSurvey, input)
    // Also where it was changed meanwhile: then that is what is to be read.
    await fetchSurvey(account, survey.id)
    if (!result.ok) return result.status === 0 ? t('reviews.offline') : result.message
    forget()
    setAsked(null)
    return null
  }

  const again = known?.review?.state === 'resubmitted'
  return (
    <section className={classes.notice} aria-label={t('reviews.barTitle')}>
      {(!noting || written) && (
        <div className={classes.words}>
          {!noting && (
            <p>{t(accepted ? 'reviews.barAccepted' : again ? 'reviews.barAgain' : 'reviews.barText')}</p>
          )}
          {written && <p className={classes.count}>{written}</p>}
        </div>
      )}
      <div className={classes.buttons}>
        {noting}
        <Button variant="default" onClick={() => setAsked('sendBack')}>
          {t('reviews.sendBack')}
        </Button>
        {!accepted && <Button onClick={() => setAsked('accept')}>{t('reviews.accept')}</Button>}
      </div>
      {asked === 'sendBack' && (
        <SendBackDialog noting={noting !== undefined} onClose={() => setAsked(null)} />
      )}
      {asked === 'accept' && (
        <ConfirmCall
          onClose={() => setAsked(null)}
          run={accept}
          title={t('reviews.acceptTitle')}
          text={[
            t('reviews.acceptText'),
            ...(count > 0 ? [t('reviews.acceptDropsNotes', { count })] : []),
          ].join(' ')}
          confirm={t('reviews.accept')}
        />
      )}
    </section>
  )
}
