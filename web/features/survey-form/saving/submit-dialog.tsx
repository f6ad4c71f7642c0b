import { Button, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { placeNameOf } from '#survey/numbering.ts'
import { total, type UncheckedSection } from '#survey/unchecked-copies.ts'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { checkCopied } from '#web/offline/draft/copy-actions.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDraft } from '../draft-context.ts'
import { formPath } from '../form-params.ts'
import { copiedAmount } from '../repeats/copied-amount.ts'
import { CopiedPlaces } from './copied-places.tsx'
import { FieldLinks } from './field-links.tsx'
import classes from './submit-dialog.module.css'
import type { Finish } from './use-finish.ts'

interface Props {
  readonly findings: NonNullable<Finish['findings']>
  readonly onSubmit: () => void
  readonly onClose: () => void
}

/**
 * The findings of Submit by sub-section, each linked to its field: empty mandatory fields, broken rules, and
 * unchecked copies. The survey can be submitted if only copies are left. The buttons stay visible.
 */
export function SubmitDialog({ findings, onSubmit, onClose }: Props) {
  const draft = useDraft()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [unchecked, setUnchecked] = useState(findings.unchecked)
  const goButton = useRef<HTMLButtonElement>(null)
  const { missing, broken } = findings
  const lacking = missing.length + broken.length > 0
  const copied = unchecked.length > 0

  /** Returns false if the device could not store it; the form's banner reports that. */
  async function confirmAll(): Promise<boolean> {
    setBusy(true)
    const isStored = await checkCopied(draft, unchecked.flatMap(copiesIn))
    setBusy(false)
    return isStored
  }

  async function confirmOnly(): Promise<void> {
    if (!(await confirmAll())) return
    setUnchecked([])
    goButton.current?.focus()
  }

  function goToFirst(): void {
    const [first] = [...missing, ...broken, ...unchecked.flatMap(firstCopy)]
    onClose()
    if (!first) return
    const { id, template } = draft.survey
    navigate(formPath(template.id, id, first.section.id, first.subSection.id), {
      state: { field: first.answer.id },
    })
  }

  return (
    <Dialog
      opened
      onClose={busy ? () => undefined : onClose}
      title={titleOf(missing.length, broken.length)}
      styles={{ body: { paddingBottom: 0 } }}
    >
      <Places lead={t('form.missingLead')} places={missing} onFollowed={onClose} />
      <Places lead={t('expressions.rulesBrokenLead')} places={broken} onFollowed={onClose} />
      {copied && (
        <section className={classes.kind}>
          <Text mb="sm">{t('form.uncheckedLead', { what: copiedAmount(total(unchecked)) })}</Text>
          <CopiedPlaces unchecked={unchecked} onFollowed={onClose} />
        </section>
      )}
      <div className={classes.actions}>
        {lacking && copied && (
          <Button variant="default" onClick={() => void confirmOnly()} loading={busy}>
            {t('form.copyAllRight')}
          </Button>
        )}
        {!lacking && (
          <>
            <Button
              className={classes.main ?? ''}
              onClick={async () => (await confirmAll()) && onSubmit()}
              loading={busy}
            >
              {t('form.uncheckedConfirm')}
            </Button>
            <Button variant="default" onClick={onSubmit} disabled={busy}>
              {t('form.uncheckedSubmit')}
            </Button>
          </>
        )}
        <Button
          ref={goButton}
          variant={lacking ? 'filled' : 'default'}
          onClick={goToFirst}
          disabled={busy}
          data-autofocus
        >
          {t(lacking ? 'form.missingGo' : 'form.uncheckedGo')}
        </Button>
      </div>
    </Dialog>
  )
}

function titleOf(missing: number, broken: number): string {
  if (missing > 0) return t('surveys.fillMandatory')
  return t(broken > 0 ? 'expressions.rulesBroken' : 'form.uncheckedTitle')
}

function copiesIn({ section, parts }: UncheckedSection) {
  return parts.map(({ subSection, held }) => ({
    place: { section: section.id, subSection: subSection.id },
    answers: held,
  }))
}

function firstCopy({ section, parts }: UncheckedSection) {
  return parts.slice(0, 1).flatMap(({ subSection, held }) => {
    const answer = held[0]
    return answer ? [{ section, subSection, answer }] : []
  })
}

interface PlacesProps {
  readonly lead: string
  readonly places: NonNullable<Finish['findings']>['missing' | 'broken']
  readonly onFollowed: () => void
}

function Places({ lead, places, onFollowed }: PlacesProps) {
  if (places.length === 0) return null
  const groups = [...Map.groupBy(places, ({ subSection }) => subSection.id).values()]
  return (
    <section className={classes.kind}>
      <Text mb="sm">{lead}</Text>
      {groups.map((group) => {
        const [first] = group
        if (!first) return null
        return (
          <div key={first.subSection.id} className={classes.group}>
            <h3 className={classes.name}>{placeNameOf(first.section, first.subSection)}</h3>
            <FieldLinks places={group} onFollowed={onFollowed} />
          </div>
        )
      })}
    </section>
  )
}
