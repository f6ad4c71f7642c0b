import { Button } from '@mantine/core'
import { createContext, use } from 'react'
import { earlierOf } from '#survey/move/earlier-lines.ts'
import { t } from '#web/lib/language/translate.ts'
import { useSurvey } from '../draft-context.ts'
import classes from './recovered-notice.module.css'
import { useNotice } from './use-notice.ts'

/** The template version the user last saw in the open survey; null outside a form. */
export const SeenVersion = createContext<{ readonly seen: number; readonly close: () => void } | null>(null)

/** Reports that the survey moved to another template version while it was open. */
export function MovedNotice() {
  const version = useSurvey(({ template }) => template.version)
  const known = use(SeenVersion)
  return known && version !== known.seen ? <Moved version={version} onClose={known.close} /> : null
}

function Moved({ version, onClose }: { version: number; onClose: () => void }) {
  const count = useSurvey((survey) => earlierOf(survey).length)
  useNotice('moved', t('surveyMoves.movedShort', { version }))
  return (
    <div className={classes.notice} role="status">
      <p className={classes.words}>
        {t('surveyMoves.movedNotice', { version })}
        {count > 0 && ` ${t('surveyMoves.movedNoticeEarlier', { count })}`}
      </p>
      <Button variant="default" onClick={onClose}>
        {t('common.ok')}
      </Button>
    </div>
  )
}
