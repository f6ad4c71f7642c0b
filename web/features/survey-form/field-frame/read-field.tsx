import { asText, partsOf } from '#survey/fields/registry.ts'
import type { Answer } from '#survey/survey.ts'
import { t } from '#web/lib/language/translate.ts'
import { RichText } from '#web/lib/survey/formatted-text.tsx'
import { DrawnSignature } from '#web/ui/drawn-signature.tsx'
import classes from './read-field.module.css'

/** A field for viewers: its label and answer as selectable text. */
export function ReadField({ answer }: { answer: Answer }) {
  const text = asText(answer)
  const { signature } = partsOf(answer)
  return (
    <dl className={classes.field}>
      <dt className={classes.label}>
        <RichText plain={answer.field.name} runs={answer.field.formatted?.name} />
      </dt>
      <dd className={classes.value} data-empty={text === ''}>
        {signature && <DrawnSignature {...signature} />}
        {text === '' ? t('together.notAnswered') : text}
      </dd>
    </dl>
  )
}
