import { Button, Checkbox } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { memo, useId, useState } from 'react'
import { hasUncheckedCopy, lastFilled } from '#survey/edit/copy-from-last.ts'
import { titledNameOf } from '#survey/numbering.ts'
import type { Survey } from '#survey/survey.ts'
import { t } from '#web/lib/language/translate.ts'
import { clearCopy, copyIntoNewest } from '#web/offline/draft/copy-actions.ts'
import { useDraft, useSurvey } from '../draft-context.ts'
import { copiedAmount } from './copied-amount.ts'
import { confirmCopies } from './copied-part.tsx'
import { CopyFields } from './copy-fields.tsx'
import classes from './copy-from-last.module.css'

interface Props {
  readonly sectionId: string
  /** The newest sub-section, the only one that can be copied into. */
  readonly subSectionId: string
}

/** Copies from the last filled sub-section, shows what was copied, and undoes all or part of it. */
export const CopyFromLast = memo(function CopyFromLast({ sectionId, subSectionId }: Props) {
  const draft = useDraft()
  const label = useId()
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [choosing, { open: choose, close }] = useDisclosure(false)
  // Selects primitives, so a keystroke that does not change these texts renders nothing here.
  const from = useSurvey((survey) => sourceName(survey, sectionId, subSectionId))
  const answers = useSurvey((survey) => copies(survey, sectionId, subSectionId).answers)
  const files = useSurvey((survey) => copies(survey, sectionId, subSectionId).files)
  if (from === '') return null
  const holds = answers + files > 0

  async function toggle(copy: boolean) {
    if (busy) return
    setBusy(true)
    setAsked(copy)
    await (copy ? copyIntoNewest(draft, sectionId) : clearCopy(draft, sectionId))
    setBusy(false)
  }

  return (
    <fieldset className={classes.copy} aria-labelledby={label}>
      <div className={classes.question}>
        <span id={label}>{t('form.copyQuestion')}</span>
        <Checkbox
          size="md"
          label={t('common.yes')}
          checked={busy ? asked : asked || holds}
          aria-describedby={holds ? `${label}-what` : undefined}
          onChange={({ currentTarget }) => void toggle(currentTarget.checked)}
        />
      </div>
      <div role="status" id={`${label}-what`}>
        {holds && (
          <p className={classes.what}>{t('form.copied', { from, what: copiedAmount({ answers, files }) })}</p>
        )}
      </div>
      <p className={classes.what}>{t('form.copyUsual')}</p>
      <div className={classes.buttons}>
        <Button variant="default" disabled={busy} onClick={choose}>
          {t('form.copyChoose')}
        </Button>
        {holds && (
          <Button
            variant="default"
            disabled={busy}
            onClick={() => confirmCopies(draft, { section: sectionId, subSection: subSectionId })}
          >
            {t('form.copyAllRight')}
          </Button>
        )}
      </div>
      {choosing && <CopyFields sectionId={sectionId} from={from} onClose={close} />}
    </fieldset>
  )
})

function find(survey: Survey, sectionId: string, subSectionId: string) {
  const section = survey.sections.find(({ id }) => id === sectionId)
  return { section, subSection: section?.subSections.find(({ id }) => id === subSectionId) }
}

/** The source's name, or '' if nothing can be copied. */
function sourceName(survey: Survey, sectionId: string, subSectionId: string): string {
  const { section } = find(survey, sectionId, subSectionId)
  const source = section && lastFilled(section, subSectionId)
  return section && source ? titledNameOf(section, source) : ''
}

/** The number of unchecked answers and files. */
function copies(survey: Survey, sectionId: string, subSectionId: string) {
  const held = find(survey, sectionId, subSectionId).subSection?.answers.filter(hasUncheckedCopy) ?? []
  return {
    answers: held.filter(({ copiedFrom }) => copiedFrom !== null).length,
    files: held.flatMap(({ media }) => media.filter(({ copiedFrom }) => copiedFrom !== null)).length,
  }
}
