import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { mayAddSimilar } from '#survey/edit/add-similar.ts'
import { findSection } from '#survey/navigation.ts'
import { say } from '#web/lib/say.ts'
import { addPart } from '#web/offline/draft-actions.ts'
import { useDraft, useSurvey } from './draft-context.ts'

interface Props {
  readonly sectionId: string
  /** The new one's id, before it appears. */
  readonly onComing: (id: string) => void
  readonly onAdded: (id: string) => void
}

/** Another one of this section, once its mandatory fields are filled. */
export function AddSimilar({ sectionId, onComing, onAdded }: Props) {
  const draft = useDraft()
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
      return
    }
    setAsked(false)
    const id = addPart(draft, sectionId, onComing)
    if (id) onAdded(id)
  }
  return (
    <div style={{ marginTop: '1.5rem' }}>
      <Button
        variant="light"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={add}
        aria-disabled={!may}
        aria-describedby={may ? undefined : note}
        {...(may ? {} : { 'data-disabled': true })}
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
          {say('form.addNeedsMandatory')}
        </Text>
      )}
    </div>
  )
}
