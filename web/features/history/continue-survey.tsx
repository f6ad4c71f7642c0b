import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { Link } from 'react-router'
import { t } from '#web/lib/language/translate.ts'
import { useSession } from '#web/lib/session/session.ts'
import { lastFields } from '#web/offline/draft/last-field.ts'
import { useDeviceList } from '#web/offline/list/device-list.ts'
import classes from './continue-survey.module.css'

/** The way back to the field that was edited last, while its survey is begun and can be filled in. */
export function ContinueSurvey() {
  const account = useSession()?.userId ?? ''
  const list = useDeviceList(account)
  for (const { survey, place } of lastFields(account)) {
    const found = list?.surveys.find(({ id }) => id === survey)
    if (!found?.here || found.gone) continue
    const { my_role, status, survey_name, survey_template_id } = found.attributes
    if (my_role === 'viewer' || status === 'Completed') continue
    const form = new URLSearchParams({ templateId: survey_template_id, surveyId: survey })
    const text = t('history.continueAt', { name: survey_name, place })
    return (
      <Button
        component={Link}
        to={`/survey?${form}`}
        variant="light"
        className={classes.link}
        title={text}
        leftSection={<IconPlayerPlay size={18} aria-hidden />}
      >
        {text}
      </Button>
    )
  }
  return null
}
