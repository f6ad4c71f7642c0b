import { Alert, Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { type Grant, setTeamMember } from '#contract/sharing/teams.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { AccountChoice } from '../account-choice.tsx'
import { grantChoices, parseGrant, reloadTeams, type Team } from './queries.ts'

interface Props {
  readonly team: Team
  readonly onClose: () => void
}

export function AddMemberDialog({ team, onClose }: Props) {
  const [person, setPerson] = useState<string | null>(null)
  const [granted, setGranted] = useState<Grant>('none')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function add() {
    if (person === null) return
    setBusy(true)
    setError(null)
    const params = { id: team.id, account_id: person }
    const result = await call(setTeamMember, { params, body: { granted } })
    setBusy(false)
    if (!result.ok) return setError(result.message)
    await reloadTeams()
    onClose()
  }

  return (
    <Dialog
      opened
      onClose={busy ? () => undefined : onClose}
      title={t('teams.addMemberTo', { name: team.attributes.name })}
    >
      <Stack gap="md">
        {/* As a Stack child, its flex-basis (a width) would become its height. */}
        <div>
          <AccountChoice
            value={person}
            onChange={setPerson}
            label={t('teams.person')}
            placeholder={t('teams.findPerson')}
            first
          />
        </div>
        <NativeSelect
          label={t('teams.accessLabel')}
          value={granted}
          data={grantChoices()}
          onChange={({ currentTarget }) => setGranted(parseGrant(currentTarget.value))}
        />
        {error && (
          <Alert color="red" role="alert">
            {error}
          </Alert>
        )}
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} disabled={busy}>
          {t('common.cancel')}
        </Button>
        <Button onClick={() => void add()} loading={busy} disabled={person === null}>
          {t('teams.addMember')}
        </Button>
      </Group>
    </Dialog>
  )
}
