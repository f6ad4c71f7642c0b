import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { recordHeader } from '#web/offline/record/record-survey.ts'
import { logError } from '#web/offline/store/journal.ts'
import { Dialog } from '#web/ui/dialog.tsx'

interface Props {
  readonly account: string
  readonly survey: { readonly id: string; readonly name: string; readonly owner: string }
  /** The server's message. */
  readonly problem: string
  readonly onClose: () => void
}

/** Changes the names of a survey that the server rejected, then sends it again. */
export function RenameSurveyDialog({ account, survey, problem, onClose }: Props) {
  const [name, setName] = useState(survey.name)
  const [owner, setOwner] = useState(survey.owner)
  const [error, setError] = useState<string | null>(null)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '' || owner.trim() === '') return setError(t('surveys.nameAndOwnerMissing'))
    try {
      await recordHeader(account, survey.id, { survey_name: name, owner_name: owner })
      onClose()
    } catch (failed) {
      logError('rename')(failed)
      setError(t('common.somethingWrong'))
    }
  }

  return (
    <Dialog opened onClose={onClose} title={t('storage.rename')}>
      <form onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <Alert color="red" role="alert">
            {error ?? t('storage.refusedWords', { problem })}
          </Alert>
          <TextInput
            label={t('storage.surveyName')}
            value={name}
            maxLength={limits.surveyNameMax}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            data-autofocus
          />
          <TextInput
            label={t('storage.ownerName')}
            value={owner}
            maxLength={limits.surveyNameMax}
            onChange={({ currentTarget }) => setOwner(currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit">{t('storage.save')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
