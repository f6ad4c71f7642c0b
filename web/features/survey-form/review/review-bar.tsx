import { Button } from '@mantine/core'
import { useState } from 'react'
import { acceptSurvey } from '#contract/reviews.ts'
import { call } from '#web/lib/call.ts'
import { say } from '#web/lib/say.ts'
import { fetchSurvey } from '#web/offline/incoming/fetch-survey.ts'
import { ConfirmCall } from '#web/ui/confirm-call.tsx'
import { useDraft } from '../draft-context.ts'
import { useNotice } from '../use-notice.ts'
import classes from './review.module.css'
import { useReviewing } from './review-context.tsx'
import { SendBackDialog } from './send-back-dialog.tsx'

/** What a reviewer can do with a submitted survey. */
export function ReviewBar({ accepted }: { accepted: boolean }) {
  const { account, survey } = useDraft()
  const { known, own, forget } = useReviewing()
  const [asked, setAsked] = useState<'accept' | 'sendBack' | null>(null)
  const count = Object.keys(own).length
  const written = count > 0 ? say('reviews.barNotes', { count }) : ''
  useNotice('review', written || say('reviews.barTitle'))

  async function accept(): Promise<string | null> {
    const input = { params: { id: survey.id }, body: { last_edited: known?.lastEdited ?? '' } }
    const result = await call(acceptSurvey, input)
    // Also where it was changed meanwhile: then that is what is to be read.
    await fetchSurvey(account, survey.id)
    if (!result.ok) return result.status === 0 ? say('reviews.offline') : result.message
    forget()
    setAsked(null)
    return null
  }

  const again = known?.review?.state === 'resubmitted'
  return (
    <section className={classes.notice} aria-label={say('reviews.barTitle')}>
      <div className={classes.words}>
        <p>{say(again ? 'reviews.barAgain' : 'reviews.barText')}</p>
        {written && <p className={classes.count}>{written}</p>}
      </div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => setAsked('sendBack')}>
          {say('reviews.sendBack')}
        </Button>
        {!accepted && <Button onClick={() => setAsked('accept')}>{say('reviews.accept')}</Button>}
      </div>
      {asked === 'sendBack' && <SendBackDialog onClose={() => setAsked(null)} />}
      {asked === 'accept' && (
        <ConfirmCall
          onClose={() => setAsked(null)}
          run={accept}
          title={say('reviews.acceptTitle')}
          text={[
            say('reviews.acceptText'),
            ...(count > 0 ? [say('reviews.acceptDropsNotes', { count })] : []),
          ].join(' ')}
          confirm={say('reviews.accept')}
        />
      )}
    </section>
  )
}
