import { signaturePaper } from '#survey/fields/strokes.ts'
import { t } from '#web/lib/language/translate.ts'
import classes from './drawn-signature.module.css'

/** A drawn signature, or the name if it was typed. */
export function DrawnSignature({ name, path }: { name: string; path: string }) {
  const accessibleName = name === '' ? t('fields.signature') : t('fields.signatureOf', { name })
  if (path === '')
    return (
      <span className={classes.typed} aria-hidden>
        {name}
      </span>
    )
  const { width, height } = signaturePaper
  return (
    <svg className={classes.drawn} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={accessibleName}>
      <path d={path} />
    </svg>
  )
}
