import { useEffect } from 'react'
import { momentText } from '#web/lib/language/moment.ts'
import { t } from '#web/lib/language/translate.ts'
import { currentSession } from '#web/lib/session/session.ts'
import type { ChangedBy } from '#web/offline/draft/deferred-updates.ts'
import { useDraft } from '../draft-context.ts'
import classes from './field.module.css'

/** How long the mark stays once it is visible, in milliseconds. */
const markDuration = 20_000

/** 'Changed by Eve Jones, 10:42': shows for a while that another user replaced the answer. */
export function ChangedMark({ answerId, changedBy }: { answerId: string; changedBy: ChangedBy }) {
  const draft = useDraft()
  useEffect(() => {
    const timer = setTimeout(() => draft.dropMark(answerId), markDuration)
    return () => clearTimeout(timer)
  }, [draft, answerId])
  const { by: name } = changedBy
  const time = momentText(changedBy.at ?? new Date().toISOString())
  const own = name === currentSession()?.name
  return (
    <p className={classes.changed}>
      {own ? t('together.changedByOther', { time }) : t('together.changedBy', { name, time })}
    </p>
  )
}
