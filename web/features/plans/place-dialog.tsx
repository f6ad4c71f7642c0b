import { Button, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { mayAddSimilar } from '#survey/edit/add-similar.ts'
import type { Plan } from '#survey/plan.ts'
import { type Pinnable, pinnable } from '#survey/plans.ts'
import { useSurvey } from '#web/features/survey-form/draft-context.ts'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { matching } from './matching.ts'
import classes from './plans.module.css'

interface Props {
  readonly plan: Plan
  readonly onChosen: (subSectionId: string) => void
  readonly onNew: (sectionId: string) => void
  readonly onClose: () => void
}

/** What stands at a place: one of the survey's rooms, floors or units, or a new one. */
export function PlaceDialog({ plan, onChosen, onNew, onClose }: Props) {
  const survey = useSurvey((one) => one)
  const [query, setQuery] = useState('')
  const all = useMemo(() => pinnable(survey, plan), [survey, plan])
  const found = matching(all, query)
  const free = found.filter(({ pinned }) => !pinned)
  const taken = found.filter(({ pinned }) => pinned)
  const addable = survey.sections.filter((section) => mayAddSimilar(section))
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
      </div>
      {addable.length > 0 && (
        <div className={classes.newParts}>
          {addable.map(({ id, definition }) => (
            <Button
              key={id}
              variant="light"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => onNew(id)}
            >
              {t('plans.addNew', { section: definition.name })}
            </Button>
          ))}
        </div>
      )}
    </Dialog>
  )
}

/** Long lists are found in by searching. */
const most = 100

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
        {parts.slice(0, most).map(({ subSection, name }) => (
          <li key={subSection.id}>
            <button type="button" className={classes.choice} onClick={() => onChosen(subSection.id)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
