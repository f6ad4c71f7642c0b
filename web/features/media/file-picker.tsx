import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { FileKind } from '#survey/fields/kind.ts'
import { usePastedFiles } from '#web/lib/files/dropped-files.ts'
import { forgetPicker } from '#web/lib/files/picker-return.ts'
import { useDropZone } from '#web/lib/files/use-drop-zone.ts'
import { t } from '#web/lib/language/translate.ts'
import { acceptedFiles } from './accepted-files.ts'
import classes from './file-picker.module.css'
import { SourceChoice } from './source-choice.tsx'

interface Props {
  readonly busy: boolean
  readonly fieldId: string
  readonly kinds: readonly FileKind[]
  readonly onPicked: (files: readonly File[]) => Promise<void>
  /** Opens the camera. */
  readonly onCamera: () => void
}

/** Adds files by choosing, dropping or pasting; on phones from the camera or gallery. */
export function FilePicker({ busy, fieldId, kinds, onPicked, onCamera }: Props) {
  const touch = useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false })
  // The picker returned to this page, or was canceled.
  useEffect(() => forgetPicker, [])
  const picked = (files: FileList | null) => {
    forgetPicker()
    if (files && files.length > 0) void onPicked([...files])
  }
  usePastedFiles((files) => {
    if (!busy) void onPicked(files)
    return true
  })
  const { over, zone } = useDropZone((files) => {
    if (!busy) picked(files)
  })
  return (
    <section
      className={classes.zone}
      aria-label={t('media.addTitle')}
      data-over={over}
      data-touch={touch}
      {...zone}
    >
      {touch ? (
        <SourceChoice busy={busy} fieldId={fieldId} kinds={kinds} onPicked={picked} onCamera={onCamera} />
      ) : (
        <>
          <p className={classes.hint}>{t('media.dropHere')}</p>
          <ChooseButton busy={busy} kinds={kinds} onPicked={picked} />
        </>
      )}
    </section>
  )
}

interface ChooseProps extends Pick<Props, 'busy' | 'kinds'> {
  readonly onPicked: (files: FileList | null) => void
}

function ChooseButton({ busy, kinds, onPicked }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconPhotoPlus size={20} aria-hidden />}
        onClick={() => input.current?.click()}
        data-autofocus
      >
        {t('media.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={acceptedFiles(kinds)}
        onChange={({ currentTarget }) => {
          onPicked(currentTarget.files)
          // Lets the user pick the same file again after removing it.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
