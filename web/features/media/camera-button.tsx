import { IconCamera, IconVideo } from '@tabler/icons-react'
import type { FileKind } from '#survey/fields/kind.ts'
import { t } from '#web/lib/language/translate.ts'
import classes from './field-media.module.css'

interface Props {
  /** The field's name. */
  readonly name: string
  readonly kind: FileKind
  /** The main control of its field. */
  readonly main: boolean
  readonly disabled: boolean
  readonly onOpen: () => void
}

/** Opens the camera with the tap itself. */
export function CameraButton({ name, kind, main, disabled, onOpen }: Props) {
  return (
    <button
      type="button"
      className={classes.add}
      data-first
      data-main={main || undefined}
      onClick={() => !disabled && onOpen()}
      aria-disabled={disabled}
    >
      {kind === 'photo' ? <IconCamera size={20} aria-hidden /> : <IconVideo size={20} aria-hidden />}
      {t(kind === 'photo' ? 'media.takePhoto' : 'media.takeVideo')}
      <span className={classes.ofField}>{name}</span>
    </button>
  )
}
