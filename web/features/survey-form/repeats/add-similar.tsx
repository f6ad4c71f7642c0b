import { Button, Text } from '@mantine/core'
import { IconCopyPlus, IconPlus } from '@tabler/icons-react'
import { useId } from 'react'
import { partToRepeat } from '#survey/identity.ts'
import { findSection } from '#survey/navigation.ts'
import { t } from '#web/lib/language/translate.ts'
import { useSurvey } from '../draft-context.ts'
import classes from './add-similar.module.css'
import { partNoun } from './part-noun.ts'
import { type AddPartProps, mayAdd, useAddPart } from './use-add-part.ts'

/** Buttons that add a sub-section, empty or as a copy of the last one. */
export function AddSimilar(props: AddPartProps) {
  const { sectionId } = props
  const text = useSurvey((survey) => findSection(survey, sectionId)?.definition.addSimilarText ?? '')
  const noun = useSurvey((survey) => {
    const section = findSection(survey, sectionId)
    return section && partToRepeat(section) ? partNoun(section.definition) : ''
  })
  const { asked, add, addNext } = useAddPart(props)
  const note = useId()
  return (
    <div className={classes.add}>
      {noun !== '' && (
        <Button
          leftSection={<IconCopyPlus size={18} aria-hidden />}
          onClick={addNext}
          aria-describedby={note}
        >
          {t('form.duplicate', { part: noun })}
        </Button>
      )}
      <Button
        variant="light"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={add}
        aria-describedby={note}
      >
        {text}
      </Button>
      <MandatoryNote id={note} sectionId={sectionId} asked={asked} />
    </div>
  )
}

/** Its own component, so that the buttons are not rendered with every change of a mandatory field. */
function MandatoryNote({ id, sectionId, asked }: { id: string; sectionId: string; asked: boolean }) {
  const may = useSurvey((survey) => mayAdd(survey, sectionId))
  if (may) return null
  return (
    <Text
      id={id}
      size="sm"
      c={asked ? 'var(--mantine-color-error)' : 'dimmed'}
      role={asked ? 'alert' : undefined}
    >
      {t(asked ? 'surveys.fillMandatory' : 'form.addNeedsMandatory')}
    </Text>
  )
}
