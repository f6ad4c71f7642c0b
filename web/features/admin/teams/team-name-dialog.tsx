import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { createTeam, renameTeam } from '#contract/sharing/teams.ts'
import { byField, call, newKey } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { reloadTeams, type Team } from './queries.ts'

interface Props {
  /** Absent for a new team. */
  readonly team?: Team
  readonly onClose: () => void
}

export function TeamNameDialog({ team, onClose }: Props) {
  const [name, setName] = useState(team?.attributes.name ?? '')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [key] = useState(newKey)

  async function save(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setError(null)
    const body = { name }
    const result = team
      ? await call(renameTeam, { params: { id: team.id }, body })
      : await call(createTeam, { body }, { key })
    setBusy(false)
    if (!result.ok) return setError(byField(result).name ?? result.message)
    await reloadTeams()
    onClose()
  }

  return (
    <Dialog
      opened
      onClose={busy ? () => undefined : onClose}
      title={team ? t('teams.renameOf', { name: team.attributes.name }) : t('teams.create')}
    >
      <form onSubmit={(event) => void save(event)} noValidate>
        <TextInput
          label={t('teams.name')}
          value={name}
          maxLength={limits.teamNameMax}
          error={error}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose} disabled={busy}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t(team ? 'teams.save' : 'teams.create')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
