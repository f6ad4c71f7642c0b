import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { say } from '#web/lib/say.ts'
import type { Draft, FieldPlace } from '#web/offline/draft.ts'
import { checkPicked } from './check-picked.ts'
import { FilePicker } from './file-picker.tsx'
import { type QueuedFile, takeIn } from './take-in.ts'
import { UploadQueue } from './upload-queue.tsx'
import { useUploads } from './use-uploads.ts'

interface Props {
  readonly draft: Draft
  readonly place: FieldPlace & { readonly answer: string }
  readonly fieldName: string
  readonly used: number
  readonly onClose: () => void
}

/** Picks files, puts them on the device at once and shows how they leave. */
export function AddMediaDialog({ draft, place, fieldName, used, onClose }: Props) {
  const [queued, setQueued] = useState<readonly QueuedFile[]>([])
  const [problems, setProblems] = useState<readonly string[]>([])
  const [reading, setReading] = useState(false)
  const uploads = useUploads(draft, place, queued)
  const phone = useMediaQuery(`(max-width: ${limits.breakpointDialog}px)`, undefined, {
    getInitialValueInEffect: false,
  })
  const busy = reading || uploads.sending
  useCloseAtEnd(queued.length > 0 && uploads.allDone && problems.length === 0, onClose)

  async function take(files: readonly File[]) {
    const { accepted, problems: found } = checkPicked(files, used)
    setProblems(found)
    if (accepted.length === 0) return
    setReading(true)
    const taken = await takeIn(draft, place, accepted, used)
    setReading(false)
    if (taken) setQueued((known) => [...known, ...taken])
    else
      setProblems([
        ...found,
        say('media.deviceFull', { name: accepted.map(({ file }) => file.name).join(', ') }),
      ])
  }

  return (
    <Modal
      opened
      onClose={() => !busy && onClose()}
      fullScreen={phone}
      size="lg"
      title={`${say('media.addTitle')}: ${fieldName}`}
      closeButtonProps={{ 'aria-label': say('common.close'), disabled: busy }}
    >
      <FilePicker busy={reading} fieldId={place.answer} onPicked={(files) => void take(files)} />
      <Text size="sm" c="dimmed" mt="xs">
        {say('media.limitsNote')}{' '}
        {say('media.uploadsLeft', { count: Math.max(0, limits.uploadsPerField - used) })}
      </Text>
      {problems.length > 0 && (
        <Alert color="red" mt="md" role="alert">
          {problems.map((problem) => (
            <Text key={problem} style={{ overflowWrap: 'anywhere' }}>
              {problem}
            </Text>
          ))}
        </Alert>
      )}
      <UploadQueue uploads={uploads} />
      <Group justify="flex-end" mt="lg">
        {uploads.slow ? (
          <Button variant="default" onClick={onClose}>
            {say('media.continueLater')}
          </Button>
        ) : (
          <Button variant="default" onClick={onClose} disabled={busy}>
            {say(queued.length > 0 ? 'common.done' : 'common.close')}
          </Button>
        )}
      </Group>
    </Modal>
  )
}

/** When all is on the server the dialog goes by itself, a moment after the last check mark (spec §4). */
function useCloseAtEnd(done: boolean, onClose: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock runs from the end of the upload, not from each drawing
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(onClose, limits.uploadCloseDelay)
    return () => clearTimeout(timer)
  }, [done])
}
