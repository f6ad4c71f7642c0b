import { Button, Group, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { limits } from '#contract/limits.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'
import { typedSignature } from '#survey/fields/signature.ts'
import { readStrokes, writeStrokes } from '#survey/fields/strokes.ts'
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

/** Every stroke is on the device as soon as the pen leaves the paper. */
export function SignatureDialog({ answer, onAnswer, onClose }: Props) {
  const phone = useMediaQuery(`(max-width: ${limits.breakpointWide}px)`, undefined, {
    getInitialValueInEffect: false,
  })
  const { value, values } = answer
  const [name = '', at = ''] = values
  const typed = value === typedSignature
  const own = useSession()?.name ?? ''
  const strokes = readStrokes(value) ?? []
  const sign = (signature: string) =>
    onAnswer({ value: signature, values: signature === '' ? [name] : [name, localMoment(new Date())] })
  const rename = (next: string) =>
    typed && next.trim() === ''
      ? onAnswer({ value: '', values: [next] })
      : onAnswer({ value, values: value === '' ? [next] : [next, at] })
  return (
    <Dialog opened onClose={onClose} fullScreen={phone} size="xl" title={answer.field.name}>
      <TextInput
        label={t('fields.signerName')}
        value={name}
        maxLength={limits.signerMax}
        autoComplete="off"
        onChange={({ currentTarget }) => rename(currentTarget.value)}
      />
      {name === '' && own !== '' && (
        <button type="button" className={offered.offer} onClick={() => rename(own)}>
          {t('form.useNext', { value: own })}
        </button>
      )}
      <SignaturePad
        strokes={strokes}
        typedName={typed ? name : null}
        onStroke={(stroke) => sign(writeStrokes([...strokes, stroke]))}
      />
      <Group justify="space-between" mt="md" gap="sm">
        <Group gap="sm">
          <Button variant="default" disabled={value === ''} onClick={() => sign('')}>
            {t('form.clear')}
          </Button>
          <Button
            variant="default"
            disabled={name.trim() === '' || value !== ''}
            aria-describedby="signature-typed"
            onClick={() => sign(typedSignature)}
          >
            {t('fields.signByName')}
          </Button>
        </Group>
        <Button ms="auto" onClick={onClose}>
          {t('common.done')}
        </Button>
      </Group>
      <p id="signature-typed" className={classes.hint} role="status">
        {value === '' ? t('fields.howToSign') : typed && t('fields.signedByName')}
      </p>
    </Dialog>
  )
}
