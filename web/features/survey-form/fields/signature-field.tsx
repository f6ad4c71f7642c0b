import { IconSignature } from '@tabler/icons-react'
import { useState } from 'react'
import { asText } from '#survey/fields/registry.ts'
import { signatureOf } from '#survey/fields/signature.ts'
import { t } from '#web/lib/language/translate.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { DrawnSignature } from '#web/ui/drawn-signature.tsx'
import { Part } from '#web/ui/part.tsx'
import classes from './beside.module.css'
import type { FieldViewProps } from './field-view.ts'
import own from './signature-field.module.css'

const { View: SignatureDialog } = lazyPart(
  async () => (await import('./signature-dialog.tsx')).SignatureDialog,
)

/** Signatures are drawn in a dialog, so scrolling past the field cannot leave a stroke. */
export function SignatureField(props: FieldViewProps) {
  const { answer, inputId, onAnswer } = props
  const [open, setOpen] = useState(false)
  const signature = signatureOf(answer)
  return (
    <>
      {signature && (
        <div className={own.signed}>
          <DrawnSignature {...signature} />
          <p className={classes.statement}>{asText(answer)}</p>
        </div>
      )}
      <div className={classes.buttons}>
        <button
          id={inputId}
          data-main
          type="button"
          className={classes.button}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <IconSignature size={20} aria-hidden />
          {t(signature ? 'fields.changeSignature' : 'fields.signHere')}
        </button>
        {signature && (
          <button
            type="button"
            className={classes.button}
            data-quiet
            onClick={() => onAnswer({ value: '', values: answer.values.slice(0, 1) })}
          >
            {t('form.clear')}
          </button>
        )}
      </div>
      {open && (
        <Part instead={<p role="alert">{t('common.network')}</p>}>
          <SignatureDialog answer={answer} onAnswer={onAnswer} onClose={() => setOpen(false)} />
        </Part>
      )}
    </>
  )
}
