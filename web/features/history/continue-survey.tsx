import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { lastTime, rememberForNextTime } from '#web/lib/page/last-time.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { lastFields } from '#web/offline/draft/last-field.ts'
import { type DeviceList, useDeviceList } from '#web/offline/list/device-list.ts'
import classes from './continue-survey.module.css'

interface Continued {
  readonly path: string
  readonly name: string
  readonly place: string
}

/** The way back to the field that was edited last; until the list of this device is read, the one of last time. */
export function ContinueSurvey() {
  const account = useSession()?.userId ?? ''
  const list = useDeviceList(account)
  const [before] = useState(() => continuedBefore(account))
  const found = list ? continuedIn(list, account) : before
  const text = JSON.stringify(found)
  useEffect(() => {
    if (list) rememberForNextTime(account, 'continued', text === 'null' ? null : text)
  }, [account, list, text])
  if (!found) return null
  const { path, name, place } = found
  const words = t('history.continueAt', { name, place })
  return (
    <Button
      component={Link}
      to={path}
      variant="light"
      className={classes.link}
      title={words}
      leftSection={<IconPlayerPlay size={18} aria-hidden />}
    >
      {words}
    </Button>
  )
}

/** The survey that was edited last of those that are begun and can be filled in. */
function continuedIn({ surveys }: DeviceList, account: string): Continued | null {
  for (const { survey, place } of lastFields(account)) {
    const found = surveys.find(({ id }) => id === survey)
    if (!found?.here || found.gone) continue
    const { my_role, status, survey_name: name, survey_template_id } = found.attributes
    if (my_role === 'viewer' || status === 'Completed') continue
    const params = new URLSearchParams({ templateId: survey_template_id, surveyId: survey })
    return { path: `/survey?${params}`, name, place }
  }
  return null
}

function continuedBefore(account: string): Continued | null {
  try {
    const known: unknown = JSON.parse(lastTime(account, 'continued') ?? 'null')
    if (typeof known !== 'object' || known === null) return null
    const { path, name, place } = known as Record<string, unknown>
    if (typeof path !== 'string' || typeof name !== 'string' || typeof place !== 'string') return null
    return path.startsWith('/survey?') ? { path, name, place } : null
  } catch {
    // What cannot be read is as good as nothing: it comes with the list.
    return null
  }
}
