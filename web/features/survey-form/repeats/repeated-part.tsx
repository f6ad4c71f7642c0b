import { IconChevronDown, IconMapPin, IconTrash } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { asText, isAnswerable, isHint, isMissing } from '#survey/fields/registry.ts'
import { identityText } from '#survey/identity.ts'
import { missingIn } from '#survey/mandatory.ts'
import { findSection } from '#survey/navigation.ts'
import { ownName } from '#survey/numbering.ts'
import { plansOf } from '#survey/plans.ts'
import type { SubSection } from '#survey/survey.ts'
import { withTitle } from '#survey/with-title.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { planPath } from '#web/lib/survey/plan-path.ts'
import { removePart } from '#web/offline/draft/draft-actions.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useDraft, useMayEdit, usePart, useSurvey } from '../draft-context.ts'
import { FieldList } from '../field-frame/field-list.tsx'
import { CopiedPart } from './copied-part.tsx'
import { CopyFromLast } from './copy-from-last.tsx'
import { LonePartTitle, PartTitleButton, PartTitleEditor } from './part-title.tsx'
import partPlanLinksStyles from './plans-link.module.css'
import { setLastRemoved } from './removed-part.ts'
import classes from './repeated-part.module.css'

interface Props {
  readonly sectionId: string
  readonly subSectionId: string
  /** Position in the section; sub-sections store no number. */
  readonly index: number
  /** 'alone': no frame and no number, always open. */
  readonly place: 'alone' | 'last' | 'before'
  readonly opened: boolean
  readonly onToggle: (id: string) => void
}

/**
 * A sub-section: '203', or '<section> 2' without an identity, and its fields while open. Subscribes to its own
 * answers only. Plain elements, because there may be hundreds. Keeps its mounted fields when a second sub-section is
 * added.
 */
export const RepeatedPart = memo(function RepeatedPart(props: Props) {
  const { sectionId, subSectionId, index, onToggle } = props
  const alone = props.place === 'alone'
  const opened = props.opened || alone
  const [asking, setAsking] = useState(false)
  const [naming, setNaming] = useState(false)
  const draft = useDraft()
  const mayEdit = useMayEdit()
  const part = usePart(subSectionId)
  // Depends on the others: two of them may have the same identity.
  const called = useSurvey((survey) => {
    const now = findSection(survey, sectionId)
    return now && part ? ownName(now, part) : ''
  })
  const section = findSection(draft.survey, sectionId)
  if (!part || !section) return null
  const { definition } = section
  const place = { section: sectionId, subSection: subSectionId }
  const copies = props.place === 'last' && mayEdit && definition.copyFromLastFilled
  const number = `${definition.name} ${index + 1}`
  const name = called || number
  const hint = hintOf(part)
  const asked = called || withTitle(number, hint)
  const titling = { name: identityText(section, part) || number, title: part.title, editing: naming }
  return (
    <div className={alone ? undefined : classes.part} data-opened={opened} id={`part-${subSectionId}`}>
      {alone ? (
        <LonePartTitle place={place} />
      ) : (
        <h3 className={classes.head}>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={opened}
            aria-controls={`fields-${subSectionId}`}
            onClick={() => onToggle(subSectionId)}
          >
            <IconChevronDown size={20} aria-hidden className={classes.chevron ?? ''} />
            <span className={classes.words}>
              <span className={classes.name}>{name}</span>
              <span className={classes.hint}>
                {[isNamedIn(called, hint) ? '' : hint, missingText(part)].filter(Boolean).join(' · ')}
              </span>
            </span>
          </button>
          {mayEdit && (
            <>
              <PartTitleButton {...titling} onEdit={() => setNaming(true)} />
              <button
                type="button"
                className={classes.remove}
                aria-label={t('form.remove', { name })}
                title={t('form.remove', { name })}
                onClick={() => setAsking(true)}
              >
                <IconTrash size={20} aria-hidden />
              </button>
            </>
          )}
        </h3>
      )}
      {!alone && <PartTitleEditor {...titling} place={place} onClose={() => setNaming(false)} />}
      <div id={`fields-${subSectionId}`} className={alone ? undefined : classes.body} hidden={!opened}>
        {opened && copies && <CopyFromLast sectionId={sectionId} subSectionId={subSectionId} />}
        {opened && mayEdit && !copies && <CopiedPart place={place} />}
        {opened && <PartPlanLinks subSectionId={subSectionId} />}
        {opened && <FieldList sectionId={sectionId} subSectionId={subSectionId} />}
      </div>
      {asking && (
        <ConfirmDialog
          opened
          onClose={() => setAsking(false)}
          onConfirm={() => {
            const focus = focusAfterRemoval(subSectionId)
            setAsking(false)
            removePart(draft, place, called || hint)
            setLastRemoved({ draft, ...place, name: asked, called: called || hint })
            requestAnimationFrame(focus)
          }}
          title={t('form.remove', { name })}
          text={<Loss name={asked} part={part} />}
          danger
        />
      )}
    </div>
  )
})

/** Names the sub-section by more than its number, and counts what is in it. */
function Loss({ name, part }: { name: string; part: SubSection }) {
  const shown = part.answers.filter(({ hidden }) => !hidden)
  const answers = shown.filter((answer) => isAnswerable(answer.field) && !isMissing(answer)).length
  const files = shown.reduce((sum, { media }) => sum + media.length, 0)
  return (
    <>
      {t('form.removeConfirm', { name })}
      {answers + files > 0 && ` ${t('form.removeHolds', { answers, files })}`}
    </>
  )
}

/**
 * Returns a callback for after the removal: focuses the header of the next or previous sub-section, or else the
 * section.
 */
function focusAfterRemoval(subSectionId: string): () => void {
  const part = document.getElementById(`part-${subSectionId}`)
  const beside = (part?.nextElementSibling ?? part?.previousElementSibling)?.querySelector('button')
  return () => {
    const target = beside?.isConnected ? beside : document.getElementById('section-title')
    target?.focus({ preventScroll: true })
  }
}

/** The first answer that identifies the sub-section, such as a building's name or a unit's number. */
function hintOf(part: SubSection): string {
  const telling = part.answers.find(
    (answer) => isHint(answer.field) && !answer.hidden && asText(answer) !== '',
  )
  return telling ? asText(telling) : ''
}

/** Whether the name already contains the hint. */
function isNamedIn(called: string, hint: string): boolean {
  return hint !== '' && called.includes(hint)
}

function missingText(part: SubSection): string {
  const count = missingIn(part).length
  return count > 0 ? t('form.missingCount', { count }) : ''
}

/** Links to the floor plans the sub-section is pinned on. */
const PartPlanLinks = memo(function PartPlanLinks({ subSectionId }: { subSectionId: string }) {
  const plans = useSurvey((survey) => survey.plans)
  const surveyId = useSurvey((survey) => survey.id)
  const pinned = plansOf({ plans }, subSectionId)
  if (pinned.length === 0) return null
  return (
    <div className={partPlanLinksStyles.on}>
      {pinned.map(({ id, name }) => (
        <Link key={id} to={planPath(surveyId, id)} className={partPlanLinksStyles.onPlan}>
          <IconMapPin size={18} aria-hidden />
          {t('plans.onPlan', { name })}
        </Link>
      ))}
    </div>
  )
})
