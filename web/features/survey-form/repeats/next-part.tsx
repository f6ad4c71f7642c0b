import { Button } from '@mantine/core'
import { findSection } from '#survey/navigation.ts'
import { t } from '#web/lib/language/translate.ts'
import { useSurvey } from '../draft-context.ts'
import { partNoun } from './part-noun.ts'
import { type AddPartProps, useAddPart } from './use-add-part.ts'

/** 'Next unit', shown on any field of a repeated section. */
export function NextPart(props: AddPartProps & { readonly className: string }) {
  const noun = useSurvey((survey) => {
    const section = findSection(survey, props.sectionId)
    return section?.definition.addSimilar && !section.hidden ? partNoun(section.definition) : ''
  })
  const { addNext } = useAddPart(props)
  if (noun === '') return null
  return (
    <Button variant="light" className={props.className} onClick={addNext}>
      {t('form.nextPart', { part: noun })}
    </Button>
  )
}
