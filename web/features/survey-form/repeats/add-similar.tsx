import { Button, Text } from '@mantine/core'
import { IconCopyPlus, IconPlus } from '@tabler/icons-react'
import { useId } from 'react'
import { partToRepeat } from '#survey/identity.ts'
import { findSection } from '#survey/navigation.ts'
import { t } from '#web/lib/language/translate.ts'
import { useSurvey } from '../draft-context.ts'
import classes from './add-similar.module.css'
import { partNoun } from './part-noun.ts'
import { type AddPartProps, useAddPart } from './use-add-part.ts'

/** Buttons that add a sub-section, empty or as a copy of the last one. */
export function AddSimilar(props: AddPartProps) {
  const { sectionId } = props
  const text = useSurvey((survey) => findSection(survey, sectionId)?.definition.addSimilarText ?? '')
  const noun = useSurvey((survey) => {
    const section = findSection(survey, sectionId)
    return section && partToRepeat(section) ? partNoun(section.definition) : ''
  })
  const { may, asked, add, addNext } = useAddPart(props)
  const note = useId()
  const described = may ? undefined : note
  return (
    <div className={classes.add}>
      {noun !== '' && (
        <Button
          leftSection={<IconCopyPlus size={18} aria-hidden />}
          onClick={addNext}
          aria-describedby={described}
        >
          {t('form.duplicate', { part: noun })}
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
