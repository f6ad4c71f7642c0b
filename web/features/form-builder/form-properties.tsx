import { Stack, TextInput } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { withoutUndefined } from '#survey/builder/edit-sections.ts'
import { t } from '#web/lib/language/translate.ts'
import { GrowingTextarea } from '#web/ui/growing-textarea.tsx'
import { useBuilder, useBuilderState } from './builder.ts'
import { FormLanguages } from './form-languages.tsx'
import { useFault } from './use-faults.ts'

export function FormProperties() {
  const builder = useBuilder()
  const { form } = useBuilderState().history.now
  const nameFault = useFault(null, null, 'name')
  const sectionsFault = useFault(null, null, 'sections')
  const change = (what: Partial<FormDocument>, group: string) =>
    builder.change(withoutUndefined({ ...builder.form, ...what }), `form ${group}`)
  return (
    <Stack gap="md">
      <TextInput
        label={t('builder.name')}
        value={form.name}
        maxLength={limits.formLineMax}
        error={nameFault ?? sectionsFault}
        onChange={(event) => change({ name: event.currentTarget.value }, 'name')}
      />
      <GrowingTextarea
        label={t('builder.description')}
        minRows={2}
        maxLength={limits.formTextMax}
        value={form.description ?? ''}
        onChange={(event) => change({ description: event.currentTarget.value || undefined }, 'description')}
      />
      <TextInput
        label={t('builder.category')}
        value={form.category ?? ''}
        maxLength={limits.formLineMax}
        onChange={(event) => change({ category: event.currentTarget.value || undefined }, 'category')}
      />
      <FormLanguages />
    </Stack>
  )
}
