import { Button } from '@mantine/core'
import { uncheckedPart } from '#survey/unchecked-copies.ts'
import { t } from '#web/lib/language/translate.ts'
import { checkCopied } from '#web/offline/draft/copy-actions.ts'
import type { Draft, FieldPlace } from '#web/offline/draft/draft.ts'
import { useDraft, usePart } from '../draft-context.ts'
import { copiedAmount } from './copied-amount.ts'
import classes from './copy-from-last.module.css'

/** The unchecked copies in an earlier sub-section, with a button to confirm them all. */
export function CopiedPart({ place }: { readonly place: FieldPlace }) {
  const draft = useDraft()
  const part = usePart(place.subSection)
  const [unchecked] = part ? uncheckedPart(part) : []
  if (!unchecked) return null
  return (
    <div className={classes.left}>
      <p className={classes.what}>{t('form.copyLeft', { what: copiedAmount(unchecked) })}</p>
      <Button variant="default" onClick={() => confirmCopies(draft, place)}>
        {t('form.copyAllRight')}
      </Button>
    </div>
  )
}

/** Marks all copied answers of the sub-section as checked. */
export function confirmCopies(draft: Draft, place: FieldPlace): void {
  void checkCopied(draft, [{ place, answers: draft.part(place.subSection)?.answers ?? [] }])
}
