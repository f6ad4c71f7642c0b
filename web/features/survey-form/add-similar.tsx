import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { mayAddSimilar } from '#survey/edit/add-similar.ts'
import { missingInSection } from '#survey/mandatory.ts'
import { findSection } from '#survey/navigation.ts'
import { say } from '#web/lib/say.ts'
import { addPart } from '#web/offline/draft/draft-actions.ts'
import { useDraft, useSurvey } from './draft-context.ts'
import { formPath } from './form-params.ts'

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
  const note = useId()
  const [asked, setAsked] = useState(false)
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
  function leadToMissing() {
    const { survey } = draft
    const section = findSection(survey, sectionId)
    const [first] = section ? missingInSection(section) : []
    if (!first) return
    const to = formPath(survey.template.id, survey.id, sectionId, first.subSection.id)
    navigate(to, { state: { field: first.answer.id } })
  }
  return (
    <div style={{ marginTop: '1.5rem' }}>
      <Button
        variant="light"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={add}
        aria-describedby={may ? undefined : note}
      >
        {text}
      </Button>
      {!may && (
        <Text
          id={note}
          size="sm"
          c={asked ? 'var(--mantine-color-error)' : 'dimmed'}
          mt={6}
          role={asked ? 'alert' : undefined}
        >
          {say(asked ? 'surveys.fillMandatory' : 'form.addNeedsMandatory')}
        </Text>
      )}
    </div>
  )
}
