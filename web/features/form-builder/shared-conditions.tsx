import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { FormSection, Place } from '#survey/builder/form-place.ts'
import {
  addCondition,
  assignCondition,
  changeCondition,
  removeCondition,
  renameCondition,
  type SharedCondition,
} from '#survey/builder/shared-conditions.ts'
import { storedText, t } from '#web/lib/language/translate.ts'
import { useBuilder } from './builder.ts'
import classes from './options-editor.module.css'
import { RuleEditor } from './rule-editor.tsx'
import { useFault } from './use-faults.ts'

interface Props {
  readonly section: FormSection
  readonly at: Place
}

/** Conditions that are written once and followed by several fields of the section. */
export function SharedConditions({ section, at }: Props) {
  const builder = useBuilder()
  const { conditions = [] } = section
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('builder.sharedConditions')}</legend>
      <Text size="sm" c="dimmed" mb="xs">
        {t('builder.sharedConditionsHint')}
      </Text>
      <Stack gap="md">
        {conditions.map((condition, index) => (
          <OneCondition
            key={keyOf(index, conditions.length)}
            condition={condition}
            index={index}
            section={section}
            at={at}
          />
        ))}
      </Stack>
      {conditions.length < limits.formConditionsMax && (
        <Button
          variant="subtle"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => {
            const name = storedText('builder.newCondition', { number: conditions.length + 1 })
            builder.change(addCondition(builder.form, at.section, name))
          }}
        >
          {t('builder.addSharedCondition')}
        </Button>
      )}
    </fieldset>
  )
}

interface OneProps extends Props {
  readonly condition: SharedCondition
  readonly index: number
}

function OneCondition({ condition, index, section, at }: OneProps) {
  const builder = useBuilder()
  const fault = useFault(at.section, null, `conditions.${index}`)
  const first = section.fields.findIndex(({ condition: named }) => named === condition.name)
  // Offers what the first of its fields may depend on, first the field just before it.
  const place = { section: at.section, field: first < 0 ? section.fields.length : first }
  return (
    <Stack gap="xs" role="group" aria-label={condition.name}>
      <NameInput condition={condition} index={index} section={section} at={at} />
      <Followers condition={condition} section={section} at={at} />
      <RuleEditor
        label={t('builder.sharedShowIf')}
        none={t('builder.always')}
        at={place}
        value={condition.showIf}
        fault={fault}
        onChange={(showIf, group) =>
          builder.change(
            changeCondition(builder.form, at.section, index, showIf),
            group && `condition ${at.section} ${index} ${group}`,
          )
        }
      />
      <Button
        variant="subtle"
        color="gray"
        onClick={() => builder.change(removeCondition(builder.form, at.section, index))}
      >
        {t('builder.removeSharedCondition', { name: condition.name })}
      </Button>
    </Stack>
  )
}

/** Fields name the condition, so a new name is taken when it is complete. */
function NameInput({ condition, index, section, at }: OneProps) {
  const builder = useBuilder()
  const [seen, setSeen] = useState(condition.name)
  const [name, setName] = useState(condition.name)
  // Undo, or another page, changed it.
  if (seen !== condition.name) {
    setSeen(condition.name)
    setName(condition.name)
  }
  const wanted = name.trim()
  const isTaken = wanted !== condition.name && (section.conditions ?? []).some((one) => one.name === wanted)
  const take = () => {
    if (wanted === '') setName(condition.name)
    else if (!isTaken) builder.change(renameCondition(builder.form, at.section, index, wanted))
  }
  return (
    <TextInput
      label={t('builder.conditionName')}
      value={name}
      maxLength={limits.formLineMax}
      data-not-taken={wanted !== condition.name || undefined}
      error={isTaken && t('builder.conditionTwice', { name: wanted })}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  )
}

/** The fields that follow a condition. The list is drawn only while it is open: a section may have 2,000. */
function Followers({ condition: { name }, section, at }: Props & { readonly condition: SharedCondition }) {
  const builder = useBuilder()
  const [isOpen, setOpen] = useState(false)
  const following = new Set(
    section.fields.flatMap(({ condition }, place) => (condition === name ? [place] : [])),
  )
  return (
    <details className={classes.more} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('builder.conditionFields', { count: following.size })}</summary>
      {isOpen &&
        section.fields.map((field, place) => (
          <Checkbox
            key={field.key}
            label={field.name || t('builder.unnamed')}
            checked={following.has(place)}
            onChange={() => {
              const now = new Set(following)
              if (!now.delete(place)) now.add(place)
              builder.change(assignCondition(builder.form, at.section, name, now))
            }}
          />
        ))}
    </details>
  )
}

/** By its place: a name is no key while it is changed. After one is deleted the others are drawn again. */
function keyOf(index: number, count: number): string {
  return `${index}/${count}`
}
