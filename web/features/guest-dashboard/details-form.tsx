import { Button, FileButton, Group, Input, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconDownload, IconPaperclip, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { removeGuestRecord, saveGuestRecord } from '#contract/sharing/guest-dashboard.ts'
import { byField } from '#web/lib/http/call.ts'
import { inMb } from '#web/lib/language/file-size.ts'
import { t } from '#web/lib/language/translate.ts'
import { markInvalid } from '#web/lib/page/mark-invalid.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import {
  type AttachmentChoice,
  type DetailsInput,
  detailsInputOf,
  formDataOf,
  type SavedRecord,
} from './details-input.ts'
import { guestCall, saveAttachment } from './guest-call.ts'
import classes from './guest-dashboard.module.css'
import type { GuestSession } from './guest-session.ts'

const uploadWait = 120_000

interface Props {
  readonly session: GuestSession
  readonly saved: SavedRecord | null
}

export function DetailsForm({ session, saved }: Props) {
  const [record, setRecord] = useState(saved)
  const [typed, setTyped] = useState<DetailsInput>(() => detailsInputOf(saved))
  const [chosen, setChosen] = useState<AttachmentChoice>('kept')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [status, setStatus] = useState('')
  const [busy, setBusy] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  function refuse(shown: Record<string, string>): void {
    markInvalid(form.current, () => setErrors(shown))
  }
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setStatus('')
    const options = { form: formDataOf(typed, chosen), timeout: uploadWait }
    const result = await guestCall(session, saveGuestRecord, { body: typed }, options)
    setBusy(false)
    if (!result.ok) {
      const fields = byField(result)
      const known = ['first_name', 'last_name', 'company_name', 'email', 'note', 'attachment']
      return refuse(known.some((name) => fields[name]) ? fields : { form: result.message })
    }
    setRecord(result.reply.data.attributes)
    setTyped(detailsInputOf(result.reply.data.attributes))
    setChosen('kept')
    setErrors({})
    setStatus(t('guests.saved'))
  }
  async function remove(): Promise<void> {
    setBusy(true)
    const removed = await guestCall(session, removeGuestRecord, {})
    setBusy(false)
    if (!removed.ok) return setErrors({ form: removed.message })
    setDeleting(false)
    setRecord(null)
    setTyped(detailsInputOf(null))
    setChosen('kept')
    setErrors({})
    setStatus(removed.reply.data.message)
  }
  const input = (name: keyof DetailsInput) => ({
    value: typed[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      const { value } = currentTarget
      setTyped((before) => ({ ...before, [name]: value }))
      setErrors({})
      setStatus('')
    },
  })

  return (
    <form ref={form} onSubmit={(event) => void save(event)} noValidate>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput
            label={t('accounts.firstName')}
            autoComplete="given-name"
            maxLength={limits.nameMax}
            {...input('first_name')}
          />
          <TextInput
            label={t('accounts.lastName')}
            autoComplete="family-name"
            maxLength={limits.nameMax}
            {...input('last_name')}
          />
          <TextInput
            label={t('guests.company')}
            autoComplete="organization"
            maxLength={limits.companyMax}
            {...input('company_name')}
          />
          <TextInput
            label={t('accounts.email')}
            type="email"
            autoComplete="email"
            maxLength={limits.emailMax}
            {...input('email')}
          />
        </SimpleGrid>
        <Textarea
          label={t('guests.note')}
          autosize
          minRows={2}
          maxLength={limits.descriptionMax}
          {...input('note')}
        />
        <AttachmentField
          session={session}
          attached={record?.attachment ?? null}
          chosen={chosen}
          error={errors.attachment}
          onChoose={(next) => {
            setChosen(next)
            setErrors({})
            setStatus('')
          }}
          onError={(attachment) => setErrors({ attachment })}
        />
        <FormError text={errors.form} />
        <Text size="sm" role="status">
          {status}
        </Text>
        <Group gap="sm">
          <Button type="submit" loading={busy}>
            {t('guests.save')}
          </Button>
          {record && (
            <Button variant="default" onClick={() => setDeleting(true)} disabled={busy}>
              {t('guests.deleteDetails')}
            </Button>
          )}
        </Group>
      </Stack>
      <ConfirmDialog
        opened={deleting}
        onClose={() => setDeleting(false)}
        onConfirm={() => void remove()}
        title={t('guests.deleteDetails')}
        text={t('guests.deleteQuestion')}
        confirm={t('guests.deleteDetails')}
        cancel={t('common.cancel')}
        danger
        busy={busy}
        error={errors.form ?? null}
      />
    </form>
  )
}

interface AttachmentFieldProps {
  readonly session: GuestSession
  readonly attached: SavedRecord['attachment']
  readonly chosen: AttachmentChoice
  readonly error: string | undefined
  readonly onChoose: (chosen: AttachmentChoice) => void
  readonly onError: (words: string) => void
}

function AttachmentField({ session, attached, chosen, error, onChoose, onError }: AttachmentFieldProps) {
  const id = useId()
  const reset = useRef<() => void>(null)
  const kept = chosen === 'kept' ? attached : null
  const shown =
    chosen instanceof File
      ? { name: chosen.name, size: chosen.size }
      : kept && { name: kept.file_name, size: kept.size }

  function choose(file: File | null): void {
    reset.current?.()
    if (!file) return
    if (file.size > limits.photoBytes) onError(t('guests.fileTooLarge'))
    else onChoose(file)
  }
  return (
    <Input.Wrapper
      id={id}
      label={t('guests.attachment')}
      labelElement="div"
      description={t('guests.attachmentNote')}
      error={error}
      errorProps={{ role: 'alert' }}
    >
      {shown && (
        <p className={classes.file}>
          {shown.name} <span className={classes.quiet}>{inMb(shown.size)}</span>
        </p>
      )}
      <Group gap="sm" mt="xs">
        <FileButton accept="image/*,.heic,application/pdf" resetRef={reset} onChange={choose}>
          {(button) => (
            <Button {...button} variant="default" leftSection={<IconPaperclip size={18} aria-hidden />}>
              {t(shown ? 'guests.replaceFile' : 'guests.chooseFile')}
            </Button>
          )}
        </FileButton>
        {kept && (
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            aria-label={t('guests.openFile', { file: kept.file_name })}
            onClick={async () => {
              if (!(await saveAttachment(session, kept.file_name))) onError(t('common.network'))
            }}
          >
            {t('guests.download')}
          </Button>
        )}
        {shown && (
          <Button
            variant="default"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => onChoose(chosen instanceof File ? 'kept' : 'none')}
          >
            {t('guests.removeFile')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}
