import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { openSample } from '#contract/surveys/sample.ts'
import { call } from '#web/lib/http/call.ts'
import { ownTimeZone } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { storeConflicts } from '#web/offline/incoming/store-conflicts.ts'
import { reportStorageFailure } from '#web/offline/store/storage-failure.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { locateForm } from './open-form.ts'

/** Milliseconds; creating the sample processes a dozen photos. */
const requestTimeout = 120_000

/** Returns the form path of the account's sample survey, which the server creates if missing. */
async function locateSample(account: string): ReturnType<typeof locateForm> {
  const body = { time_zone: ownTimeZone() }
  const made = await call(openSample, { body }, { account, timeout: requestTimeout })
  if (!made.ok) return { ok: false, message: made.status === 0 ? t('history.sampleOffline') : made.message }
  const { id, attributes } = made.reply.data
  const form = await locateForm(account, id)
  if (form.ok) await storeConflicts(account, id, attributes.conflicts)
  return form
}

/** Offers a sample survey to users without surveys of their own. */
export function SampleOffer() {
  const account = useSession()?.userId ?? ''
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  async function open() {
    setBusy(true)
    setProblem('')
    const found = await locateSample(account).catch((error: unknown) => {
      reportStorageFailure(error)
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
