import { TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { mayAddSimilar } from '#survey/edit/add-similar.ts'
import type { Plan } from '#survey/plan.ts'
import { type Pinnable, pinnable } from '#survey/plans.ts'
import { hasWords } from '#survey/search-sections.ts'
import { shownSections } from '#survey/survey.ts'
import { useSurvey } from '#web/features/survey-form/draft-context.ts'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import classes from './plans.module.css'

interface Props {
  readonly plan: Plan
  readonly onChosen: (subSectionId: string) => void
  readonly onNew: (sectionId: string) => void
  readonly onClose: () => void
}

/** Selects the sub-section to pin at a place, or adds a new one. */
export function PlaceDialog({ plan, onChosen, onNew, onClose }: Props) {
  const survey = useSurvey((one) => one)
  const [query, setQuery] = useState('')
  const all = useMemo(() => pinnable(survey, plan), [survey, plan])
  const found = all.filter(({ name, within }) => hasWords(`${name} ${within}`, query))
  const free = found.filter(({ pinned }) => !pinned)
  const taken = found.filter(({ pinned }) => pinned)
  const addable = shownSections(survey).filter((section) => mayAddSimilar(section))
  return (
    <Dialog opened onClose={onClose} title={t('plans.placeTitle')}>
      <TextInput
        aria-label={t('plans.placeSearch')}
        placeholder={t('plans.placeSearch')}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={query}
        data-autofocus
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [only, other] = found
          if (event.key === 'Enter' && only && !other) onChosen(only.subSection.id)
        }}
      />
      <div className={classes.choices}>
        {found.length === 0 && (
          <p className={classes.quiet} role="status">
            {t('plans.placeNone')}
          </p>
        )}
        <Choices title={t('plans.withoutPin')} parts={free} onChosen={onChosen} />
        <Choices title={t('plans.withPin')} parts={taken} onChosen={onChosen} />
        {addable.map(({ id, definition }) => (
          <button key={id} type="button" className={classes.choice} onClick={() => onNew(id)}>
            <IconPlus size={18} aria-hidden />
            <span>{definition.addSimilarText}</span>
          </button>
        ))}
      </div>
    </Dialog>
  )
}

/** Maximum number of listed sub-sections; the search finds the others. */
const maxListed = 100

function Choices({
  title,
  parts,
  onChosen,
}: {
  title: string
  parts: readonly Pinnable[]
  onChosen: (subSectionId: string) => void
}) {
  if (parts.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className={classes.choicesTitle}>{title}</h3>
      <ul className={classes.choiceList}>
        {parts.slice(0, maxListed).map(({ subSection, name, within }) => (
          <li key={subSection.id}>
            <button type="button" className={classes.choice} onClick={() => onChosen(subSection.id)}>
              <span>{name}</span>
              {within !== '' && <span className={classes.within}>{within}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
