import { IconCamera } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { forgetPicker, rememberPicker } from '#web/lib/files/picker-return.ts'
import classes from './field-media.module.css'
import { isAllowed } from './media-access.ts'

interface Props {
  readonly fieldId: string
  /** What the button says, and what of. */
  readonly text: string
  readonly name: string
  readonly disabled: boolean
  /** Where the camera was never asked for: the question comes first. */
  readonly onAsk: () => void
  readonly onShot: (files: readonly File[]) => void
}

/** The camera, opened by the tap itself. */
export function CameraButton({ fieldId, text, name, disabled, onAsk, onShot }: Props) {
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
      <button type="button" className={classes.add} data-first onClick={open} aria-disabled={disabled}>
        <IconCamera size={20} aria-hidden />
        {text}
        <span className={classes.ofField}>{name}</span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
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
