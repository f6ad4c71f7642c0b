import { Button, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCamera, IconPhotoPlus, IconVideo } from '@tabler/icons-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { photoExtensions, videoExtensions } from '#contract/rules/file.ts'
import { forgetPicker, rememberPicker } from '#web/lib/picker-return.ts'
import { say } from '#web/lib/say.ts'
import classes from './file-picker.module.css'

const accepted = [
  'image/*',
  'video/*',
  ...[...photoExtensions, ...videoExtensions].map((one) => `.${one}`),
].join(',')

interface Props {
  readonly busy: boolean
  readonly fieldId: string
  readonly onPicked: (files: readonly File[]) => void
}

/** Files from the device by a press or by dropping them here; on phones also straight from the camera. */
export function FilePicker({ busy, fieldId, onPicked }: Props) {
  const touch = useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false })
  const [over, setOver] = useState(false)
  // Whatever came of it, the page is still here.
  useEffect(() => forgetPicker, [])
  const picked = (files: FileList | null) => {
    forgetPicker()
    if (files && files.length > 0) onPicked([...files])
  }
  const drag = (event: DragEvent, inside: boolean) => {
    event.preventDefault()
    setOver(inside)
  }
  return (
    <section
      className={classes.zone}
      aria-label={say('media.addTitle')}
      data-over={over}
      data-touch={touch}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false)
        if (!busy) picked(event.dataTransfer.files)
      }}
    >
      {!touch && <p className={classes.hint}>{say('media.dropHere')}</p>}
      <div className={classes.buttons}>
        {touch && (
          <>
            <Source
              text={say('media.takePhoto')}
              Icon={IconCamera}
              accept="image/*"
              capture
              {...{ busy, fieldId, picked }}
            />
            <Source
              text={say('media.takeVideo')}
              Icon={IconVideo}
              accept="video/*"
              capture
              {...{ busy, fieldId, picked }}
            />
          </>
        )}
        <Source
          text={say('media.choose')}
          Icon={IconPhotoPlus}
          accept={accepted}
          {...{ busy, fieldId, picked }}
        />
      </div>
    </section>
  )
}

interface SourceProps {
  readonly text: string
  readonly Icon: typeof IconCamera
  readonly accept: string
  readonly capture?: boolean
  readonly busy: boolean
  readonly fieldId: string
  readonly picked: (files: FileList | null) => void
}

function Source({ text, Icon, accept, capture = false, busy, fieldId, picked }: SourceProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant={capture && accept.startsWith('image') ? 'filled' : 'default'}
        loading={busy}
        leftSection={<Icon size={20} aria-hidden />}
        onClick={() => {
          rememberPicker(fieldId)
          input.current?.click()
        }}
      >
        {text}
      </Button>
      <VisuallyHidden>
        <input
          ref={input}
          type="file"
          tabIndex={-1}
          aria-hidden
          accept={accept}
          multiple={!capture}
          {...(capture && { capture: 'environment' as const })}
          onChange={({ currentTarget }) => {
            picked(currentTarget.files)
            // The same file may be picked again after it was removed.
            currentTarget.value = ''
          }}
        />
      </VisuallyHidden>
    </>
  )
}
