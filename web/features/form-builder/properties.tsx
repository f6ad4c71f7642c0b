import { ActionIcon, Button, Checkbox, Select, Stack, TextInput } from '@mantine/core'
import { IconArrowLeft, IconLanguage } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { rename } from '#survey/builder/edit-fields.ts'
import { changeSection, type SectionChange, withoutUndefined } from '#survey/builder/edit-sections.ts'
import {
  type FormField,
  type FormSection,
  fieldAt,
  type Place,
  sectionAt,
} from '#survey/builder/form-place.ts'
import { languageChoices, languageLabel } from '#web/lib/language/language-labels.ts'
import { storedText, t } from '#web/lib/language/translate.ts'
import { GrowingTextarea } from '#web/ui/growing-textarea.tsx'
import { useBuilder, useBuilderState, useBuilderValue, useIsReadOnly } from './builder.ts'
import { FieldProperties } from './field-properties.tsx'
import { KeyInput } from './key-input.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { SharedConditions } from './shared-conditions.tsx'
import { TranslationsDialog } from './translations-dialog.tsx'
import { useFault } from './use-faults.ts'
import panes from './workbench.module.css'

/** Properties of the current template, section or field. */
export function Properties({ onBack }: { onBack?: () => void }) {
  const at = useBuilderValue(({ history }) => history.now.at)
  const section = useBuilderValue(({ history: { now } }) => sectionAt(now.form, now.at))
  const field = useBuilderValue(({ history: { now } }) => fieldAt(now.form, now.at))
  const looksOn = useIsReadOnly()
  const pane = useRef<HTMLElement>(null)
  const place = `${at.section} ${at.field}`
  const fieldId = useFieldId(field, place)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the top for each new place
  useEffect(() => {
    if (pane.current) pane.current.scrollTop = 0
  }, [place])
  const title = section ? (field ?? section).name || t('builder.unnamed') : t('builder.form')
  return (
    <section
      ref={pane}
      className={`${panes.pane} ${panes.side}`}
      aria-label={t('builder.propertiesPane')}
      data-properties
      // Disabled content must stay scrollable by keyboard.
      {...(looksOn && { tabIndex: 0 })}
    >
      <div className={panes.paneHead}>
        {onBack && (
          <ActionIcon aria-label={t('common.back')} onClick={onBack} color="gray">
            <IconArrowLeft aria-hidden />
          </ActionIcon>
        )}
        <h2 className={panes.paneTitle}>{title}</h2>
      </div>
      <fieldset className={panes.bare} disabled={looksOn}>
        {at.section < 0 && <FormProperties />}
        {section && !field && <SectionProperties key={at.section} section={section} at={at} />}
        {field && <FieldProperties key={fieldId} field={field} at={at} />}
      </fieldset>
    </section>
  )
}

/**
 * A number that stays the same while a field is moved, so its properties stay mounted. Documents share
 * unchanged parts: the same object at another place means the field moved.
 */
function useFieldId(field: FormField | undefined, place: string): number {
  const [known, setKnown] = useState({ field, place, id: 0 })
  if (known.field === field && known.place === place) return known.id
  const isOther = known.field !== field && known.place !== place
  const now = { field, place, id: isOther ? known.id + 1 : known.id }
  setKnown(now)
  return now.id
}

function FormProperties() {
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

/** The template's language, with a button for translations. */
function FormLanguages() {
  const builder = useBuilder()
  const { language, languages } = useBuilderValue(({ history }) => history.now.form)
  const [translating, setTranslating] = useState(false)
  const data = useMemo(() => {
    const others = languageChoices().filter(({ value }) => !languages?.includes(value))
    // An import may use a language that is not listed.
    const isListed = language === undefined || others.some(({ value }) => value === language)
    return isListed ? others : [{ value: language, label: languageLabel(language) }, ...others]
  }, [language, languages])
  return (
    <>
      <Select
        label={t('builder.ownLanguage')}
        description={t('builder.ownLanguageHint')}
        searchable
        clearable
        data={data}
        value={language ?? null}
        onChange={(chosen) =>
          builder.change(withoutUndefined({ ...builder.form, language: chosen ?? undefined }))
        }
      />
      <Button
        variant="default"
        leftSection={<IconLanguage size={20} aria-hidden />}
        onClick={() => setTranslating(true)}
      >
        {t('builder.translations')}
      </Button>
      {translating && <TranslationsDialog onClose={() => setTranslating(false)} />}
    </>
  )
}

function SectionProperties({ section, at }: { section: FormSection; at: Place }) {
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
