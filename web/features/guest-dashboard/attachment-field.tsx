import { Button, FileButton, Group, Input } from '@mantine/core'
import { IconDownload, IconPaperclip, IconTrash } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { inMb } from '#web/lib/language/file-size.ts'
import { t } from '#web/lib/language/translate.ts'
import type { AttachmentChoice, SavedRecord } from './details-input.ts'
import { saveAttachment } from './guest-call.ts'
import classes from './guest-dashboard.module.css'
import type { GuestSession } from './guest-session.ts'

interface Props {
  readonly session: GuestSession
  readonly attached: SavedRecord['attachment']
  readonly chosen: AttachmentChoice
  readonly error: string | undefined
  readonly onChoose: (chosen: AttachmentChoice) => void
  readonly onError: (words: string) => void
}

export function AttachmentField({ session, attached, chosen, error, onChoose, onError }: Props) {
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
