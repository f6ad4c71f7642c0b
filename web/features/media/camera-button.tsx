import { IconCamera, IconVideo } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { FileKind } from '#survey/fields/kind.ts'
import { forgetPicker, rememberPicker } from '#web/lib/files/picker-return.ts'
import classes from './field-media.module.css'
import { isAllowed } from './media-access.ts'

interface Props {
  readonly fieldId: string
  /** What the button says, and what of. */
  readonly text: string
  readonly name: string
  readonly kind: FileKind
  /** The main control of its field. */
  readonly main: boolean
  readonly disabled: boolean
  /** Where the camera was never asked for: the question comes first. */
  readonly onAsk: () => void
  readonly onShot: (files: readonly File[]) => void
}

/** The camera, opened by the tap itself. */
export function CameraButton({ fieldId, text, name, kind, main, disabled, onAsk, onShot }: Props) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.oncancel = forgetPicker
  }, [])
  function open() {
    if (disabled) return
    if (!isAllowed('camera')) return onAsk()
    rememberPicker(fieldId)
    input.current?.click()
  }
  return (
    <>
      <button
        type="button"
        className={classes.add}
        data-first
        data-main={main || undefined}
        onClick={open}
        aria-disabled={disabled}
      >
        {kind === 'photo' ? <IconCamera size={20} aria-hidden /> : <IconVideo size={20} aria-hidden />}
        {text}
        <span className={classes.ofField}>{name}</span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={kind === 'photo' ? 'image/*' : 'video/*'}
        capture="environment"
        onChange={({ currentTarget }) => {
          forgetPicker()
          if (currentTarget.files?.length) onShot([...currentTarget.files])
          // The same file may be taken again after it was removed.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
