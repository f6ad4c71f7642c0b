import { useMediaQuery } from '@mantine/hooks'
import { limits } from '#contract/limits.ts'
import { say } from '#web/lib/say.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { AddMedia } from './add-media.tsx'
import { AddMediaSteps } from './add-media-steps.tsx'
import { type MediaField, useAddMedia } from './use-add-media.ts'
import { useEnd } from './use-end.ts'

interface Props extends MediaField {
  readonly fieldName: string
  readonly onClose: () => void
}

/** Picks files, puts them on the device and shows how they leave. Goes by itself when all have left. */
export function AddMediaDialog({ fieldName, onClose, ...field }: Props) {
  const phone = useWidth(limits.breakpointDialog)
  const adding = useAddMedia(field, useWidth(limits.breakpointWide))
  const { mayClose, hold } = useEnd(adding, onClose)
  function close() {
    if (mayClose) onClose()
    else adding.tell(say(adding.chosen.length > 0 ? 'media.uploadFirst' : 'media.stillSending'))
  }
  return (
    <Dialog
      opened
      onClose={close}
      closeOnClickOutside={false}
      fullScreen={phone}
      size="lg"
      title={`${say('media.addTitle')}: ${fieldName}`}
    >
      <div {...hold}>
        <AddMedia adding={adding} field={field} />
      </div>
      <AddMediaSteps adding={adding} mayClose={mayClose} onClose={onClose} />
    </Dialog>
  )
}

/** Known in the first drawing already: what is drawn twice moves. */
function useWidth(most: number): boolean {
  return useMediaQuery(`(max-width: ${most}px)`, undefined, { getInitialValueInEffect: false })
}
