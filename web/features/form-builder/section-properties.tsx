import { Checkbox, Stack, TextInput } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import { rename } from '#survey/builder/edit-fields.ts'
import { changeSection, type SectionChange } from '#survey/builder/edit-sections.ts'
import type { FormSection, Place } from '#survey/builder/form-place.ts'
import { storedText, t } from '#web/lib/language/translate.ts'
import { useBuilder } from './builder.ts'
import { KeyInput } from './key-input.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { SharedConditions } from './shared-conditions.tsx'
import { useFault } from './use-faults.ts'

export function SectionProperties({ section, at }: { section: FormSection; at: Place }) {
  const builder = useBuilder()
  const nameFault = useFault(at.section, null, 'name')
  const conditionFault = useFault(at.section, null, 'showIf')
  const textFault = useFault(at.section, null, 'addSimilarText')
  const change = (what: SectionChange, group?: string) =>
    builder.change(changeSection(builder.form, at.section, what), group && `section ${at.section} ${group}`)
  const repeats = section.addSimilarText !== undefined
  const usual = storedText('builder.addSimilarUsual', { name: section.name.toLowerCase() })
  return (
    <Stack gap="md">
      <TextInput
        label={t('builder.name')}
        value={section.name}
        maxLength={limits.formLineMax}
        error={nameFault}
        onChange={({ currentTarget: { value } }) =>
          builder.change(rename(builder.form, at, value, builder.isPublished), `name ${at.section}`)
        }
      />
      <KeyInput at={at} value={section.key} />
      <Checkbox
        label={t('builder.repeats')}
        checked={repeats}
        onChange={(event) =>
          change({
            addSimilarText: event.currentTarget.checked ? usual : undefined,
            ...(event.currentTarget.checked ? {} : { copyFromLastFilled: undefined }),
          })
        }
      />
      {repeats && (
        <>
          <TextInput
            label={t('builder.addSimilarText')}
            value={section.addSimilarText ?? ''}
            maxLength={limits.formLineMax}
            error={textFault}
            onChange={(event) => change({ addSimilarText: event.currentTarget.value }, 'text')}
          />
          <Checkbox
            label={t('builder.copyFromLastFilled')}
            checked={section.copyFromLastFilled ?? false}
            onChange={(event) => change({ copyFromLastFilled: event.currentTarget.checked || undefined })}
          />
        </>
      )}
      <RuleEditor
        label={t('builder.showSectionIf')}
        hint={t('builder.sectionConditionHint')}
        none={t('builder.always')}
        at={at}
        value={section.showIf ?? ''}
        fault={conditionFault}
        onChange={(showIf, group) => change({ showIf: showIf || undefined }, group)}
      />
      <SharedConditions section={section} at={at} />
    </Stack>
  )
}
