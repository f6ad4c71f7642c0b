import { Button, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import type { Place } from '#survey/mandatory.ts'
import { placeNameOf } from '#survey/numbering.ts'
import type { Section } from '#survey/survey.ts'
import { total, type UncheckedPart, type UncheckedSection } from '#survey/unchecked-copies.ts'
import type { Violation } from '#survey/violations.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link, useNavigate } from '#web/lib/page/router.tsx'
import { checkCopied } from '#web/offline/draft/copy-actions.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDraft } from '../draft-context.ts'
import { formPath } from '../form-params.ts'
import { copiedAmount } from '../repeats/copied-amount.ts'
import classes from './submit-dialog.module.css'
import type { Finish } from './use-finish.ts'

/** Above this number of links, sub-sections start collapsed: a survey may have hundreds of units. */
const shownAtOnce = 30

interface Props {
  readonly findings: NonNullable<Finish['findings']>
  readonly onSubmit: () => void
  readonly onClose: () => void
}

/**
 * The findings of Submit by sub-section, each linked to its field: empty mandatory fields, broken rules, and
 * unchecked copies. The survey can be submitted if only copies are left. The main button stays visible.
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

  const go = (
    <Button
      ref={goButton}
      variant={lacking ? 'filled' : 'default'}
      onClick={goToFirst}
      disabled={busy}
      data-autofocus
    >
      {t(lacking ? 'form.missingGo' : 'form.uncheckedGo')}
    </Button>
  )
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
        <div className={classes.main}>
          {lacking ? (
            go
          ) : (
            <Button onClick={async () => (await confirmAll()) && onSubmit()} loading={busy}>
              {t('form.uncheckedConfirm')}
            </Button>
          )}
        </div>
        {copied && (
          <div className={classes.others}>
            {lacking ? (
              <Button variant="default" onClick={() => void confirmOnly()} loading={busy}>
                {t('form.copyAllRight')}
              </Button>
            ) : (
              <>
                <Button variant="default" onClick={onSubmit} disabled={busy}>
                  {t('form.uncheckedSubmit')}
                </Button>
                {go}
              </>
            )}
          </div>
        )}
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

interface CopiedPlacesProps {
  readonly unchecked: readonly UncheckedSection[]
  readonly onFollowed: () => void
}

/** Unchecked copies by sub-section, each a link to its field. */
function CopiedPlaces({ unchecked, onFollowed }: CopiedPlacesProps) {
  const parts = unchecked.flatMap(({ section, parts: held }) => held.map((part) => ({ section, part })))
  const fields = parts.reduce((sum, { part }) => sum + part.held.length, 0)
  return parts.map(({ section, part }) => (
    <CopiedPart
      key={part.subSection.id}
      {...{ section, part, onFollowed }}
      startsOpen={fields <= shownAtOnce}
    />
  ))
}

interface PartProps {
  readonly section: Section
  readonly part: UncheckedPart
  readonly startsOpen: boolean
  readonly onFollowed: () => void
}

function CopiedPart({ section, part, startsOpen, onFollowed }: PartProps) {
  const [open, setOpen] = useState(startsOpen)
  const id = useId()
  const { subSection, held } = part
  return (
    <div className={classes.part}>
      <h3 className={classes.heading}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          <span>
            {placeNameOf(section, subSection)}
            <span className={classes.amount}>{copiedAmount(part)}</span>
          </span>
          <IconChevronDown size={18} className={classes.arrow} aria-hidden />
        </button>
      </h3>
      {open && (
        <div id={id}>
          <FieldLinks
            places={held.map((answer) => ({ section, subSection, answer }))}
            onFollowed={onFollowed}
          />
        </div>
      )}
    </div>
  )
}

interface FieldLinksProps {
  readonly places: readonly (Place & Partial<Violation>)[]
  readonly onFollowed: () => void
}

/** Links to fields by name, with the problem if there is one. */
function FieldLinks({ places, onFollowed }: FieldLinksProps) {
  const { id, template } = useDraft().survey
  return (
    <ul className={classes.list}>
      {places.map(({ section, subSection, answer, message }) => (
        <li key={answer.id}>
          <Link
            className={classes.link}
            to={formPath(template.id, id, section.id, subSection.id)}
            state={{ field: answer.id }}
            onClick={onFollowed}
          >
            {message === undefined ? answer.field.name : `${answer.field.name}: ${message}`}
          </Link>
        </li>
      ))}
    </ul>
  )
}
