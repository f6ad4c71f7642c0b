import { IconCamera, IconVideo } from '@tabler/icons-react'
import type { FileKind } from '#survey/fields/kind.ts'
import { t } from '#web/lib/language/translate.ts'
import classes from './field-media.module.css'

interface Props {
  /** The field's name. */
  readonly name: string
  readonly kind: FileKind
  /** Whether this is the field's main control. */
  readonly main: boolean
  readonly disabled: boolean
  readonly onOpen: () => void
}

/** Opens the camera directly on tap. */
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
