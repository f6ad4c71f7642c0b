import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { AddMedia } from './add-media.tsx'
import { AddMediaSteps } from './add-media-steps.tsx'
import { type MediaField, useAddMedia } from './use-add-media.ts'
import { useCloseWhenDone } from './use-close-when-done.ts'
import { useNotice } from './use-notice.ts'

interface Props extends MediaField {
  readonly fieldName: string
  /** Files to add when the dialog opens. */
  readonly given: readonly File[]
  readonly onCamera: () => void
  readonly onClose: () => void
}

/** Picks files, stores them on the device, and shows upload progress. Closes when all are uploaded. */
export function AddMediaDialog({ fieldName, given, onCamera, onClose, ...field }: Props) {
  const phone = useWidth(limits.breakpointDialog)
  const adding = useAddMedia(field, useWidth(limits.breakpointWide))
  useAddOnce(given, adding.pick)
  const { mayClose, hold } = useCloseWhenDone(adding, onClose)
  const [asked, askedToClose] = useNotice()
  // Shown only while the dialog cannot close.
  const whyOpen =
    asked !== '' && !mayClose ? t(adding.staged > 0 ? 'media.uploadFirst' : 'media.stillSending') : ''
  function close() {
    if (mayClose) onClose()
    else askedToClose('asked')
  }
  return (
    <Dialog
      opened
      onClose={close}
      closeOnClickOutside={false}
      fullScreen={phone}
      size="lg"
      title={`${t('media.addTitle')}: ${fieldName}`}
    >
      <div {...hold}>
        <AddMedia
          adding={adding}
          field={field}
          onCamera={() => {
            if (mayClose) onClose()
            onCamera()
          }}
        />
      </div>
      <AddMediaSteps adding={adding} whyOpen={whyOpen} mayClose={mayClose} onClose={onClose} />
    </Dialog>
  )
}

/** Adds the given files once, on mount. */
function useAddOnce(files: readonly File[], pick: (files: readonly File[]) => Promise<void>): void {
  const waiting = useRef(files)
  const latest = useRef(pick)
  latest.current = pick
  useEffect(() => {
    const taken = waiting.current
    waiting.current = []
    if (taken.length > 0) void latest.current(taken)
  }, [])
}

/** Known on the first render, so the layout does not shift. */
function useWidth(most: number): boolean {
  return useMediaQuery(`(max-width: ${most}px)`, undefined, { getInitialValueInEffect: false })
}
