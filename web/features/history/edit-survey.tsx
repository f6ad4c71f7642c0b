import { Center, Loader } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { lastFields } from '#web/offline/draft/last-field.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { locateForm } from './open-form.ts'

/** Milliseconds before the dialog appears; surveys on the device open faster. */
const dialogDelay = 150

/**
 * Opens the form: immediately if the survey is on the device, otherwise after loading it. Shows why if that fails.
 */
export function EditSurvey({ survey, onClose }: { survey: DeviceSurvey; onClose: () => void }) {
  const account = useSession()?.userId ?? ''
  const navigate = useNavigate()
  const [attempt, setAttempt] = useState(1)
  const [slow, setSlow] = useState(false)
  const [error, setError] = useState<{ attempt: number; message: string } | null>(null)
  const leave = useRef(onClose)
  useEffect(() => {
    let wanted = true
    const late = setTimeout(() => setSlow(true), dialogDelay)
    const failed = () => ({ ok: false as const, message: t('common.somethingWrong') })
    void locateForm(account, survey.id)
      // The dialog reports the failure and offers a retry.
      .catch(failed)
      .then((found) => {
        if (!wanted) return
        if (!found.ok) return setError({ attempt, message: found.message })
        leave.current()
        const begun = lastFields(account).some((one) => one.survey === survey.id)
        // Without a section, the form opens at the last edited field.
        navigate(begun ? `/survey?${new URLSearchParams({ surveyId: survey.id })}` : found.path)
      })
    return () => {
      wanted = false
      clearTimeout(late)
    }
  }, [account, survey.id, attempt, navigate])

  if (!slow && !error) return null
  return (
    <Dialog opened onClose={onClose} title={t('history.editOf', { name: survey.attributes.survey_name })}>
      {error?.attempt === attempt ? (
        <ErrorState text={error.message} onRetry={() => setAttempt(attempt + 1)} />
      ) : (
        <Center h={120} role="status" aria-label={t('history.opening')}>
          <Loader />
        </Center>
      )}
    </Dialog>
  )
}
