import { Button } from '@mantine/core'
import { IconFilePlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { usePastedFiles } from '#web/lib/files/dropped-files.ts'
import { useDropZone } from '#web/lib/files/use-drop-zone.ts'
import { t } from '#web/lib/language/translate.ts'
import classes from './bulk-upload.module.css'

interface Props {
  readonly busy: boolean
  readonly onPicked: (files: readonly File[]) => void
}

/** Accepts files of any type by picking, dropping or pasting. */
export function BulkPicker({ busy, onPicked }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const pickFiles = (files: FileList | null | undefined) => {
    if (files && files.length > 0) onPicked([...files])
  }
  usePastedFiles((files) => {
    onPicked(files)
    return true
  })
  const { over, zone } = useDropZone(pickFiles)
  return (
    <section className={classes.zone} aria-label={t('media.choose')} data-over={over} {...zone}>
      <p className={classes.hint}>{t('bulk.dropHere')}</p>
      <Button
        mih={44}
        variant="default"
        loading={busy}
        leftSection={<IconFilePlus size={20} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t('media.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        onChange={({ currentTarget }) => {
          pickFiles(currentTarget.files)
          // Lets the user pick the same file again.
          currentTarget.value = ''
        }}
      />
    </section>
  )
}
