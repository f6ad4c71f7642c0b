import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { lastFields } from '#web/offline/draft/last-field.ts'
import { useDeviceList } from '#web/offline/list/device-list.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import classes from './dashboard.module.css'

interface Continued {
  readonly survey: DeviceSurvey
  readonly place: string
}

/**
 * Opens the field that was edited last. Renders nothing until the device's list is read. Never switches to another
 * survey while the screen is open, because the user may be about to press it.
 */
export function ContinueSurvey() {
  const account = useSession()?.userId ?? ''
  const list = useDeviceList(account)
  const [first, setFirst] = useState<Continued | null>(null)
  const isKnown = useIsLastEditedKnown(account)
  if (!first && list && isKnown) {
    const found = lastEdited(list.surveys, account)
    if (found) setFirst(found)
  }
  if (!first) return null
  const { survey, place } = first
  const { survey_name: name, survey_template_id: templateId } = survey.attributes
  const isOpen = list?.surveys.some((one) => one.id === survey.id && canContinue(one))
  const words = t('history.continueAt', { name, place })
  return (
    <Button
      component={Link}
      to={`/survey?${new URLSearchParams({ templateId, surveyId: survey.id })}`}
      variant="light"
      justify="start"
      className={classes.continue}
      title={words}
      leftSection={<IconPlayerPlay size={18} aria-hidden />}
      // Submitted or deleted in the meantime: keep the space, so nothing below moves.
      style={{ visibility: isOpen ? undefined : 'hidden' }}
    >
      {words}
    </Button>
  )
}

/**
 * Whether the device's list is current for the last edited survey. A survey opened by its address is listed only
 * after the next request to the server.
 */
export function useIsLastEditedKnown(account: string): boolean {
  const list = useDeviceList(account)
  const [openedAt] = useState(() => new Date().toISOString())
  if (!list || list.stale) return false
  const [latest] = lastFields(account)
  if (!latest || (list.checkedAt ?? '') > openedAt) return true
  return list.deleted.has(latest.survey) || list.surveys.some(({ id }) => id === latest.survey)
}

/** The most recently edited survey that can still be filled in. */
function lastEdited(surveys: readonly DeviceSurvey[], account: string): Continued | null {
  for (const { survey: id, place } of lastFields(account)) {
    const survey = surveys.find((one) => one.id === id)
    if (survey && canContinue(survey)) return { survey, place }
  }
  return null
}

function canContinue({ here, gone, attributes }: DeviceSurvey): boolean {
  return here && !gone && attributes.my_role !== 'viewer' && attributes.status !== 'Completed'
}
