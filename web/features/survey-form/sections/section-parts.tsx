import { limits } from '#contract/limits.ts'
import { titledName } from '#survey/numbering.ts'
import type { Survey } from '#survey/survey.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useDraft, useSurvey } from '../draft-context.ts'
import { formPath } from '../form-params.ts'
import classes from './section-list.module.css'

interface Props {
  readonly sectionId: string
  readonly onChosen: (() => void) | undefined
}

/** The sub-sections of the section that is open; of hundreds the first, the others are a jump away. */
export function SectionParts({ sectionId, onChosen }: Props) {
  const { survey } = useDraft()
  const lines = useSurvey((now) => partLines(now, sectionId))
  const count = useSurvey((now) => sectionOf(now, sectionId)?.subSections.length ?? 0)
  const parts = lines.split('\n').map((line) => line.split('\t'))
  const more = count - parts.length
  return (
    <ol className={classes.parts}>
      {parts.map(([id = '', name = '']) => (
        <li key={id}>
          <Link
            className={classes.part}
            to={formPath(survey.template.id, survey.id, sectionId, id)}
            state={{ jump: id }}
            onClick={() => onChosen?.()}
          >
            {name}
          </Link>
        </li>
      ))}
      {more > 0 && <li className={classes.more}>{t('search.moreParts', { count: more })}</li>}
    </ol>
  )
}

/** As one text, so that the list is drawn again only when a name in it changed. */
function partLines(survey: Survey, sectionId: string): string {
  const section = sectionOf(survey, sectionId)
  const parts = section?.subSections.slice(0, limits.shownHitsMax) ?? []
  return parts.map(({ id }, index) => `${id}\t${section ? titledName(section, index) : ''}`).join('\n')
}

function sectionOf(survey: Survey, id: string) {
  return survey.sections.find((section) => section.id === id)
}
