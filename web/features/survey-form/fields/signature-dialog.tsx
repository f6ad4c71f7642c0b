import { Button, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'
import { typedSignature } from '#survey/fields/signature.ts'
import type { Answer } from '#survey/survey.ts'
import { t } from '#web/lib/language/translate.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import offered from '../repeats/offered-number.module.css'
import { localMoment } from './clock.ts'
import classes from './signature-dialog.module.css'
import { SignaturePad } from './signature-pad.tsx'

interface Props {
  readonly answer: Answer
  readonly onAnswer: (given: AnswerValue) => void
  readonly onClose: () => void
}

/** Saves every stroke on the device as soon as the pen is lifted. */
export function SignatureDialog({ answer, onAnswer, onClose }: Props) {
  const phone = useMediaQuery(`(max-width: ${limits.breakpointWide}px)`, undefined, {
    getInitialValueInEffect: false,
  })
  const { value, values } = answer
  const [name = '', at = ''] = values
  const typed = value === typedSignature
  const own = useSession()?.name ?? ''
  const [asked, setAsked] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const sign = (signature: string) =>
    onAnswer({ value: signature, values: signature === '' ? [name] : [name, localMoment(new Date())] })
  const rename = (next: string) =>
    typed && next.trim() === ''
      ? onAnswer({ value: '', values: [next] })
      : onAnswer({ value, values: value === '' ? [next] : [next, at] })
  const nameless = value !== '' && name.trim() === ''
  function end(): void {
    if (nameless && !asked) {
      // Asked once: an unknown signer is better than no signature.
      setAsked(true)
      input.current?.focus()
    } else onClose()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      fullScreen={phone}
      size="xl"
      title={answer.field.name}
      {...(phone && { classNames: { content: classes.content ?? '', body: classes.body ?? '' } })}
    >
      <div className={classes.form}>
        <div>
          <TextInput
            ref={input}
            label={t('fields.signerName')}
            value={name}
            maxLength={limits.signerMax}
            autoComplete="off"
            error={asked && nameless && t('fields.whoSigned')}
            onChange={({ currentTarget }) => rename(currentTarget.value)}
          />
          {name === '' && own !== '' && (
            <button type="button" className={offered.offer} onClick={() => rename(own)}>
              {t('form.useNext', { value: own })}
            </button>
          )}
        </div>
        <SignaturePad value={typed ? '' : value} typedName={typed ? name : null} onSign={sign} />
        <div className={classes.steps}>
          <Button
            variant="default"
            disabled={value === '' && name.trim() === ''}
            aria-describedby="signature-typed"
            onClick={() => sign(value === '' ? typedSignature : '')}
          >
            {t(value === '' ? 'fields.signByName' : 'form.clear')}
          </Button>
          <Button ms="auto" onClick={end}>
            {t('common.done')}
          </Button>
        </div>
        <p id="signature-typed" className={classes.hint} role="status">
          {value === '' ? t('fields.howToSign') : typed && t('fields.signedByName')}
        </p>
      </div>
    </Dialog>
  )
}
