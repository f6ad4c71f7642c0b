import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { addMember, type GrantedRole } from '#contract/sharing/members.ts'
import { AddMember } from '#web/features/sharing/add-member.tsx'
import type { Problem } from '#web/features/sharing/use-members.ts'
import { byField, call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { isOwn } from '../is-own.ts'
import { FailedList } from './failed-list.tsx'
import { useEach } from './use-each.ts'

interface Props {
  surveys: readonly DeviceSurvey[]
  onClose: () => void
}

/** Gives a person access to those of the selected surveys that the user owns. */
export function ShareMany({ surveys, onClose }: Props) {
  const own = surveys.filter(isOwn)
  const others = surveys.length - own.length
  const { busy, failed, run } = useEach()
  const [announcement, setAnnouncement] = useState('')

  async function add(email: string, role: GrantedRole): Promise<Problem | null> {
    setAnnouncement('')
    let problem: Problem | null = null
    let first: string | null = null
    const worked = await run(own, async ({ id }) => {
      // An invalid address or a missing network fails for all surveys.
      if (problem) return problem.message
      const result = await call(addMember, { params: { id }, body: { email, role } })
      if (result.ok) return null
      const wrong = byField(result).email
      const message = wrong ?? (result.status === 0 ? t('together.offline') : result.message)
      if (wrong || result.status === 0) problem = { field: wrong ? 'email' : null, message }
      first ??= message
      return message
    })
    if (worked === 0) return problem ?? { field: null, message: first ?? t('common.somethingWrong') }
    setAnnouncement(t('many.shared', { email, count: worked }))
    return null
  }

  return (
    <Dialog opened onClose={onClose} title={t('many.share')} size="lg">
      <Stack gap="md">
        {others > 0 && <Text size="sm">{t('many.notOwn', { count: others })}</Text>}
        {own.length > 0 && <AddMember members={{ busy, add }} onAdded={() => undefined} />}
        <Text role="status">{announcement}</Text>
        {failed.length < own.length && <FailedList failed={failed} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.done')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
