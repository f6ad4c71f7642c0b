import { IconCheck } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { findSection } from '#survey/navigation.ts'
import { surveyCounts } from '#survey/progress.ts'
import { shownSections } from '#survey/survey.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { StateChip } from '#web/ui/state-chip.tsx'
import { useDraft, useProgress, useSurvey } from '../draft-context.ts'
import { formPath } from '../form-params.ts'
import classes from './section-list.module.css'
import { SectionParts } from './section-parts.tsx'

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
