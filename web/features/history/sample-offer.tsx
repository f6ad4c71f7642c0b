import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { t } from '#web/lib/language/translate.ts'
import { useSession } from '#web/lib/session/session.ts'
import { reportTrouble } from '#web/offline/store/trouble.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { locateSample } from './open-sample.ts'

/** For who has no survey of their own: one that shows what surveys can have. */
export function SampleOffer() {
  const account = useSession()?.userId ?? ''
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  async function open() {
    setBusy(true)
    setProblem('')
    const found = await locateSample(account).catch((error: unknown) => {
      reportTrouble(error)
      return { ok: false as const, message: t('common.somethingWrong') }
    })
    setBusy(false)
    if (found.ok) navigate(found.path)
    else setProblem(found.message)
  }
  return (
    <Stack align="center" gap="xs" maw={420}>
      <Button variant="default" loading={busy} onClick={() => void open()}>
        {t('history.openSample')}
      </Button>
      <Text size="sm" ta="center">
        {t('history.sampleHint')}
      </Text>
      <FormError text={problem} />
    </Stack>
  )
}
