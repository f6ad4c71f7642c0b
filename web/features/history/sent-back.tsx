import { IconArrowBackUp } from '@tabler/icons-react'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { reviewNow } from '#web/lib/survey/review-state.ts'
import { useDeviceList } from '#web/offline/list/device-list.ts'
import { isOwn } from './is-own.ts'
import classes from './sent-back.module.css'

const shownAtMost = 3

/** Surveys a reviewer sent back, shown above everything else. */
export function SentBack() {
  const list = useDeviceList(useSession()?.userId ?? '')
  const found = (list?.surveys ?? []).filter(
    (survey) => isOwn(survey) && !survey.gone && reviewNow(survey.attributes) === 'sent_back',
  )
  if (found.length === 0) return null
  return (
    <section className={classes.notice} aria-label={t('reviews.chipSentBack')}>
      <IconArrowBackUp size={20} aria-hidden className={classes.icon} />
      <p>{t('reviews.dashboard', { count: found.length })}</p>
      <ul>
        {found.slice(0, shownAtMost).map(({ id, attributes: a }) => (
          <li key={id}>
            <Link
              className={classes.link}
              to={`/survey?${new URLSearchParams({ templateId: a.survey_template_id, surveyId: id })}`}
            >
              {a.survey_name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
