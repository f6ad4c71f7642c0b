import { IconCheck } from '@tabler/icons-react'
import { type CSSProperties, memo } from 'react'
import { findSection } from '#survey/navigation.ts'
import { titledName } from '#survey/numbering.ts'
import { surveyCounts } from '#survey/progress.ts'
import { type Survey, shownSections } from '#survey/survey.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { StateChip } from '#web/ui/state-chip.tsx'
import { useDraft, useProgress, useSurvey } from '../draft-context.ts'
import { formPath } from '../form-params.ts'
import classes from './section-list.module.css'

/** Memoized, so a changed name renders one link instead of hundreds. */
const PartLink = memo(function PartLink({ id, name, to, onChosen }: LinkProps) {
  return (
    <li>
      <Link className={classes.part} to={to} state={{ jump: id }} onClick={() => onChosen?.()}>
        {name}
      </Link>
    </li>
  )
})

interface Props {
  readonly sectionId: string
  readonly onChosen?: () => void
}

export function SectionList({ sectionId, onChosen }: Props) {
  const sections = useSurvey((survey) =>
    shownSections(survey)
      .map(({ id }) => id)
      .join(' '),
  ).split(' ')
  return (
    <nav aria-label={t('form.navigation')} className={classes.nav}>
      <SurveyFacts />
      <ol className={classes.list}>
        {sections.map((id, index) => (
          <SectionItem key={id} id={id} number={index + 1} current={id === sectionId} onChosen={onChosen} />
        ))}
      </ol>
    </nav>
  )
}

/** Whether the survey was submitted, and how many of its fields are filled. */
function SurveyFacts() {
  const submitted = useSurvey(({ status }) => status === 'Completed')
  const counts = useSurvey((survey) => {
    const { required, answered } = surveyCounts(survey)
    const all = { answered: answered.filled, total: answered.total }
    return required.total === 0
      ? t('form.countsOfNone', all)
      : t('form.counts', { filled: required.filled, required: required.total, ...all })
  })
  return (
    <div className={classes.facts}>
      <StateChip submitted={submitted} />
      <p className={classes.count}>{counts}</p>
    </div>
  )
}

interface ItemProps {
  readonly id: string
  readonly number: number
  readonly current: boolean
  readonly onChosen: (() => void) | undefined
}

function SectionItem({ id, number, current, onChosen }: ItemProps) {
  const { survey } = useDraft()
  const { filled, total, missing } = useProgress(id)
  const repeated = useSurvey((now) => (findSection(now, id)?.subSections.length ?? 0) > 1)
  const done = missing === 0 && filled > 0
  const share = total === 0 ? 0 : Math.round((filled / total) * 100)
  return (
    <li>
      <Link
        to={formPath(survey.template.id, survey.id, id)}
        className={classes.item}
        aria-current={current ? 'step' : undefined}
        onClick={() => onChosen?.()}
      >
        <span
          className={classes.mark}
          data-done={done}
          style={{ '--share': `${share}%` } as CSSProperties}
          aria-hidden
        >
          <span className={classes.hole}>{done ? <IconCheck size={14} stroke={3} /> : number}</span>
        </span>
        <span className={classes.words}>
          <span className={classes.name}>{findSection(survey, id)?.definition.name}</span>
          <span className={classes.count}>{t('form.filledOf', { filled, total })}</span>
        </span>
      </Link>
      {current && repeated && <SectionParts sectionId={id} onChosen={onChosen} />}
    </li>
  )
}

interface SectionPartsProps {
  readonly sectionId: string
  readonly onChosen: (() => void) | undefined
}

/** Links to all sub-sections of the open section. */
function SectionParts({ sectionId, onChosen }: SectionPartsProps) {
  const { survey } = useDraft()
  const lines = useSurvey((now) => partLines(now, sectionId))
  return (
    <ol className={classes.parts}>
      {lines.split('\n').map((line) => {
        const [id = '', name = ''] = line.split('\t')
        const to = formPath(survey.template.id, survey.id, sectionId, id)
        return <PartLink key={id} id={id} name={name} to={to} onChosen={onChosen} />
      })}
    </ol>
  )
}

interface LinkProps extends Pick<SectionPartsProps, 'onChosen'> {
  readonly id: string
  readonly name: string
  readonly to: string
}

/** One string, so the list renders only when a name changes. */
function partLines(survey: Survey, sectionId: string): string {
  const section = findSection(survey, sectionId)
  return (section?.subSections ?? [])
    .map(({ id }, index) => `${id}\t${section ? titledName(section, index) : ''}`)
    .join('\n')
}
