import { Center, Loader } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { say } from '#web/lib/say.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { locateForm } from './open-form.ts'
import type { ListedSurvey } from './queries.ts'

/** On the way to the form: waits for the survey, or says why it cannot be opened. */
export function EditSurvey({ survey, onClose }: { survey: ListedSurvey; onClose: () => void }) {
  const navigate = useNavigate()
  const [attempt, setAttempt] = useState(1)
  const [error, setError] = useState<{ attempt: number; message: string } | null>(null)
  const leave = useRef(onClose)
  useEffect(() => {
    let wanted = true
    void locateForm(survey).then((found) => {
      if (!wanted) return
      if (!found.ok) return setError({ attempt, message: found.message })
      leave.current()
      navigate(found.path)
    })
    return () => {
      wanted = false
    }
  }, [survey, attempt, navigate])

  return (
    <Dialog opened onClose={onClose} title={say('history.editOf', { name: survey.attributes.survey_name })}>
      {error?.attempt === attempt ? (
        <ErrorState text={error.message} onRetry={() => setAttempt(attempt + 1)} />
      ) : (
        <Center h={120} role="status" aria-label={say('history.opening')}>
          <Loader />
        </Center>
      )}
    </Dialog>
  )
}
