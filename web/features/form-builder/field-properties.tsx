import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import { memo, useDeferredValue } from 'react'
import { limits } from '#contract/limits.ts'
import { fieldTypes } from '#contract/templates/field-types.ts'
import { changeField, type FieldChange, rename } from '#survey/builder/edit-fields.ts'
import type { FormField, Place } from '#survey/builder/form-place.ts'
import { filesOf, isReported } from '#survey/fields/registry.ts'
import { t } from '#web/lib/language/translate.ts'
import { GrowingTextarea } from '#web/ui/growing-textarea.tsx'
import { useBuilder } from './builder.ts'
import { ConditionChoice } from './condition-choice.tsx'
import { ExpressionInput } from './expression-input.tsx'
import { KeyInput } from './key-input.tsx'
import { NumberField } from './number-field.tsx'
import { OptionsEditor } from './options-editor.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { changeType, supportsProperty } from './supported-properties.ts'
import { useFault } from './use-faults.ts'

interface Props {
  readonly field: FormField
  readonly at: Place
}

export type ChangeField = (what: FieldChange, group?: string) => void

/** All properties that the field's type supports. */
export function FieldProperties({ field, at }: Props) {
  const builder = useBuilder()
  const nameFault = useFault(at.section, at.field, 'name')
  // A moved field keeps its properties mounted; they may learn the new place after the move is painted.
  const place = useDeferredValue(at)
  return (
    <Stack gap="md">
      <GrowingTextarea
        label={t('builder.name')}
        value={field.name}
        maxLength={limits.formLineMax}
        error={nameFault}
        onChange={({ currentTarget: { value } }) =>
          builder.change(
            rename(builder.form, at, value.replace(/[\r\n]+/g, ' '), builder.isPublished),
            `name ${at.section} ${at.field}`,
          )
        }
      />
      <FieldRest field={field} section={place.section} place={place.field ?? 0} />
      <KeyInput at={at} value={field.key} />
    </Stack>
  )
}

interface RestProps {
  readonly field: FormField
  readonly section: number
  readonly place: number
}

/** All properties except name and key, so typing a name doesn't render them. */
const FieldRest = memo(function FieldRest({ field, section, place }: RestProps) {
  const builder = useBuilder()
  const at = { section, field: place }
  const { type } = field
  const fault = useFaults(at)
  const change: ChangeField = (what, group) => {
    // Not `at`: it may still be the old place just after a move.
    const now = builder.at
    builder.change(
      changeField(builder.form, now, what),
      group && `field ${now.section} ${now.field} ${group}`,
    )
  }
  const has = (property: keyof FieldChange) => supportsProperty(type, property)
  return (
    <>
      <NativeSelect
        label={t('builder.type')}
        data={fieldTypes.map((one) => ({ value: one, label: t(`builder.type_${one}`) }))}
        value={type}
        onChange={({ currentTarget: { value } }) => {
          const to = fieldTypes.find((one) => one === value)
          if (to) change(changeType(field, to))
        }}
      />
      {has('dropdownOf') && (
        <PlaceChoice
          label={t('builder.dropdownOf')}
          value={field.dropdownOf}
          names={[t('builder.buildings'), t('builder.floors')]}
          error={fault('dropdownOf')}
          onChange={(dropdownOf) => change({ dropdownOf })}
        />
      )}
      {has('calculation') && (
        <ExpressionInput
          label={t('builder.calculation')}
          hint={t('builder.calculationHint', { example: '$' + '{area} * 2' })}
          value={field.calculation ?? ''}
          fault={fault('calculation')}
          onChange={(calculation) => change({ calculation: calculation || undefined }, 'calculation')}
        />
      )}
      {has('options') && <OptionsEditor field={field} at={at} change={change} fault={fault('options')} />}
      <GrowingTextarea
        label={t(isReported(field) ? 'builder.hint' : 'builder.note')}
        minRows={isReported(field) ? 1 : 3}
        maxLength={limits.formTextMax}
        value={field.hint ?? ''}
        onChange={(event) => change({ hint: event.currentTarget.value || undefined }, 'hint')}
      />
      <Stack gap={0}>
        {has('mandatory') && (
          <Checkbox
            label={t('builder.mandatory')}
            checked={field.mandatory ?? false}
            onChange={(event) => change({ mandatory: event.currentTarget.checked || undefined })}
          />
        )}
        {has('media') && (
          <Checkbox
            label={t('builder.media')}
            description={t('builder.mediaHint')}
            checked={field.media ?? false}
            onChange={(event) => change({ media: event.currentTarget.checked || undefined })}
          />
        )}
        {has('dictation') && (
          <Checkbox
            label={t('builder.dictation')}
            checked={field.dictation ?? false}
            onChange={(event) => change({ dictation: event.currentTarget.checked || undefined })}
          />
        )}
        <Checkbox
          label={t('builder.internal')}
          checked={field.internal ?? false}
          onChange={(event) => change({ internal: event.currentTarget.checked || undefined })}
        />
      </Stack>
      {has('unit') && (
        <TextInput
          label={t('builder.unit')}
          value={field.unit ?? ''}
          maxLength={limits.formLineMax}
          onChange={(event) => change({ unit: event.currentTarget.value || undefined }, 'unit')}
        />
      )}
      {has('min') && (
        <>
          <NumberField
            label={t(filesOf(field) ? 'builder.minFiles' : 'builder.min')}
            {...(filesOf(field) && { whole: limits.uploadsPerField })}
            value={field.min}
            error={fault('min')}
            onChange={(min) => change({ min }, 'min')}
          />
          <NumberField
            label={t(filesOf(field) ? 'builder.maxFiles' : 'builder.max')}
            {...(filesOf(field) && { whole: limits.filesPerField })}
            value={field.max}
            error={fault('max')}
            onChange={(max) => change({ max }, 'max')}
          />
        </>
      )}
      {has('maxLength') && (
        <NumberField
          label={t('builder.maxLength')}
          whole={limits.answerMax}
          value={field.maxLength}
          error={null}
          onChange={(maxLength) => change({ maxLength }, 'maxLength')}
        />
      )}
      {has('reasonOn') && (
        <NativeSelect
          label={t('builder.reasonOn')}
          data={[
            { value: '', label: t('builder.none') },
            { value: 'Yes', label: t('fields.yes') },
            { value: 'No', label: t('fields.no') },
          ]}
          value={field.reasonOn ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change({ reasonOn: value === 'Yes' || value === 'No' ? value : undefined })
          }
        />
      )}
      {has('adds') && (
        <PlaceChoice
          label={t('builder.adds')}
          value={field.adds}
          names={[t('builder.addsBuilding'), t('builder.addsFloor')]}
          error={null}
          onChange={(adds) => change({ adds })}
        />
      )}
      {has('default') && (
        <TextInput
          label={t('builder.default')}
          value={field.default ?? ''}
          maxLength={limits.formTextMax}
          error={fault('default')}
          onChange={(event) => change({ default: event.currentTarget.value || undefined }, 'default')}
        />
      )}
      {has('defaultExpression') && (
        <ExpressionInput
          label={t('builder.defaultExpression')}
          hint={t('builder.calculationHint', { example: 'today()' })}
          value={field.defaultExpression ?? ''}
          fault={fault('defaultExpression')}
          onChange={(written) => change({ defaultExpression: written || undefined }, 'defaultExpression')}
        />
      )}
      <ConditionChoice
        section={section}
        value={field.condition}
        error={fault('condition')}
        onChange={(condition) => change({ condition })}
      />
      <RuleEditor
        label={t('builder.showIf')}
        none={t('builder.always')}
        at={at}
        value={field.showIf ?? ''}
        fault={fault('showIf')}
        onChange={(showIf, group) => change({ showIf: showIf || undefined }, group)}
      />
      {has('mandatory') && (
        <RuleEditor
          label={t('builder.requiredIf')}
          none={t('builder.asTicked')}
          at={at}
          value={field.requiredIf ?? ''}
          fault={fault('requiredIf')}
          onChange={(requiredIf, group) => change({ requiredIf: requiredIf || undefined }, group)}
        />
      )}
      {has('constraint') && (
        <RuleEditor
          label={t('builder.constraint')}
          none={t('builder.anyAnswer')}
          at={at}
          own
          value={field.constraint ?? ''}
          fault={fault('constraint')}
          onChange={(constraint, group) => change({ constraint: constraint || undefined }, group)}
        />
      )}
      {has('constraint') && (field.constraint || field.constraintMessage) && (
        <GrowingTextarea
          label={t('builder.constraintMessage')}
          maxLength={limits.formTextMax}
          value={field.constraintMessage ?? ''}
          onChange={(event) =>
            change({ constraintMessage: event.currentTarget.value || undefined }, 'constraintMessage')
          }
        />
      )}
    </>
  )
}, sameRest)

function sameRest(before: RestProps, now: RestProps): boolean {
  const { name: _, key: __, ...one } = before.field
  const { name: ___, key: ____, ...other } = now.field
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]) as ReadonlySet<keyof typeof one>
  return (
    before.section === now.section &&
    before.place === now.place &&
    [...keys].every((key) => one[key] === other[key])
  )
}

/** Faults by property. Reads each one on every render, as hooks must. */
function useFaults({ section, field }: Place): (property: Asked) => string | null {
  const found: Record<Asked, string | null> = {
    options: useFault(section, field, 'options'),
    dropdownOf: useFault(section, field, 'dropdownOf'),
    calculation: useFault(section, field, 'calculation'),
    min: useFault(section, field, 'min'),
    max: useFault(section, field, 'max'),
    default: useFault(section, field, 'default'),
    condition: useFault(section, field, 'condition'),
    showIf: useFault(section, field, 'showIf'),
    requiredIf: useFault(section, field, 'requiredIf'),
    defaultExpression: useFault(section, field, 'defaultExpression'),
    constraint: useFault(section, field, 'constraint'),
  }
  return (property) => found[property]
}

type Asked =
  | 'options'
  | 'dropdownOf'
  | 'calculation'
  | 'min'
  | 'max'
  | 'default'
  | 'condition'
  | 'showIf'
  | 'requiredIf'
  | 'defaultExpression'
  | 'constraint'

interface ChoiceProps {
  readonly label: string
  readonly value: 'Building' | 'Floor' | undefined
  readonly names: readonly [string, string]
  readonly error: string | null
  readonly onChange: (value: 'Building' | 'Floor' | undefined) => void
}

function PlaceChoice({ label, value, names: [building, floor], error, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      label={label}
      data={[
        { value: '', label: t('builder.none') },
        { value: 'Building', label: building },
        { value: 'Floor', label: floor },
      ]}
      value={value ?? ''}
      error={error}
      onChange={({ currentTarget: { value: now } }) =>
        onChange(now === 'Building' || now === 'Floor' ? now : undefined)
      }
    />
  )
}
