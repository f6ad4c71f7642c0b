import { memo } from 'react'
import { findSection } from '#survey/navigation.ts'
import { titledName } from '#survey/numbering.ts'
import type { Survey } from '#survey/survey.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useDraft, useSurvey } from '../draft-context.ts'
import { formPath } from '../form-params.ts'
import classes from './section-list.module.css'

interface Props {
  readonly sectionId: string
  readonly onChosen: (() => void) | undefined
}

/** Links to all sub-sections of the open section. */
export function SectionParts({ sectionId, onChosen }: Props) {
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

interface LinkProps extends Pick<Props, 'onChosen'> {
  readonly id: string
  readonly name: string
  readonly to: string
}

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

/** One string, so the list renders only when a name changes. */
function partLines(survey: Survey, sectionId: string): string {
  const section = findSection(survey, sectionId)
  return (section?.subSections ?? [])
    .map(({ id }, index) => `${id}\t${section ? titledName(section, index) : ''}`)
    .join('\n')
}
