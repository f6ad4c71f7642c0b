import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { mayAddSimilar } from '#survey/edit/add-similar.ts'
import { allUsualBut } from '#survey/edit/copy-from-last.ts'
import { identityOf, partToRepeat } from '#survey/identity.ts'
import { missingInSection } from '#survey/mandatory.ts'
import { findSection } from '#survey/navigation.ts'
import { titledNameOf } from '#survey/numbering.ts'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { copyIntoNewest } from '#web/offline/draft/copy-actions.ts'
import { addPart } from '#web/offline/draft/draft-actions.ts'
import { useDraft, useSurvey } from '../draft-context.ts'
import { formPath } from '../form-params.ts'
import { arriveAtField } from '../sections/use-arrival.ts'
import classes from './add-similar.module.css'

interface Props {
  readonly sectionId: string
  /** The new one's id, before it appears. */
  readonly onComing: (id: string) => void
  readonly onAdded: (id: string) => void
  /** Whether the empty mandatory fields are to say so. */
  readonly onMissing: (show: boolean) => void
}

/** Another one of this section, once its mandatory fields are filled; before that it leads to the first of them. */
export function AddSimilar({ sectionId, onComing, onAdded, onMissing }: Props) {
  const draft = useDraft()
  const navigate = useNavigate()
  const text = useSurvey((survey) => findSection(survey, sectionId)?.definition.addSimilarText ?? '')
  // Not the section itself, which is another one with each keystroke.
  const may = useSurvey((survey) => {
    const section = findSection(survey, sectionId)
    return section !== undefined && mayAddSimilar(section)
  })
  const like = useSurvey((survey) => {
    const section = findSection(survey, sectionId)
    const last = section && partToRepeat(section)
    return last ? titledNameOf(section, last) : ''
  })
  const note = useId()
  const [asked, setAsked] = useState(false)
  const described = may ? undefined : note
  function add() {
    if (!may) {
      setAsked(true)
      onMissing(true)
      leadToMissing()
      return
    }
    setAsked(false)
    // The new one's fields are empty because nobody came to them yet.
    onMissing(false)
    const id = addPart(draft, sectionId, onComing)
    if (id) onAdded(id)
  }
  /** In the step of the tap, or a phone would not open its keyboard. */
  function addLike() {
    if (!may) return add()
    setAsked(false)
    onMissing(false)
    const added = flushSync(() => {
      const id = addPart(draft, sectionId, onComing)
      const section = findSection(draft.survey, sectionId)
      const part = draft.part(id ?? '')
      if (!section || !part) return null
      const identity = identityOf(section, part)?.id
      void copyIntoNewest(draft, sectionId, allUsualBut(section, identity))
      return { part: part.id, field: `field-${identity}` }
    })
    const field = document.getElementById(added?.field ?? '')
    if (field) arriveAtField(field)
    else if (added) onAdded(added.part)
  }
  function leadToMissing() {
    const { survey } = draft
    const section = findSection(survey, sectionId)
    const [first] = section ? missingInSection(section) : []
    if (!first) return
    const to = formPath(survey.template.id, survey.id, sectionId, first.subSection.id)
    navigate(to, { state: { field: first.answer.id } })
  }
  return (
    <div className={classes.add}>
      {like !== '' && (
        <Button
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={addLike}
          aria-describedby={described}
        >
          {t('form.addLike', { add: withoutAnother(text), name: like })}
        </Button>
      )}
      <Button
        variant="light"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={add}
        aria-describedby={described}
      >
        {text}
      </Button>
      {!may && (
        <Text
          id={note}
          size="sm"
          c={asked ? 'var(--mantine-color-error)' : 'dimmed'}
          role={asked ? 'alert' : undefined}
        >
          {t(asked ? 'surveys.fillMandatory' : 'form.addNeedsMandatory')}
        </Text>
      )}
    </div>
  )
}

/** 'Add another unit' is 'Add unit' where it goes on with 'like 203'. */
function withoutAnother(text: string): string {
  return text.replace(/^Add another /, 'Add ')
}
