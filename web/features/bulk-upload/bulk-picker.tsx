import { Button } from '@mantine/core'
import { IconFilePlus } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { usePastedFiles } from '#web/lib/given-files.ts'
import { say } from '#web/lib/say.ts'
import classes from './bulk-upload.module.css'

interface Props {
  readonly busy: boolean
  readonly onPicked: (files: readonly File[]) => void
}

/** Files of any kind, by a press, by dropping them here, or pasted. */
export function BulkPicker({ busy, onPicked }: Props) {
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const give = (files: FileList | null | undefined) => {
    if (files && files.length > 0) onPicked([...files])
  }
  usePastedFiles((files) => {
    onPicked(files)
    return true
  })
  const drag = (event: DragEvent, inside: boolean) => {
    event.preventDefault()
    setOver(inside)
  }
  return (
    <section
      className={classes.zone}
      aria-label={say('media.choose')}
      data-over={over}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false)
        give(event.dataTransfer.files)
      }}
    >
      <p className={classes.hint}>{say('bulk.dropHere')}</p>
      <Button
        mih={44}
        variant="default"
        loading={busy}
        leftSection={<IconFilePlus size={20} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {say('media.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        onChange={({ currentTarget }) => {
          give(currentTarget.files)
          // The same file may be picked again after it was removed.
          currentTarget.value = ''
        }}
      />
    </section>
  )
}
